/** The bell shows "99+" from this number on. It equals `maxUnseen` of the contract, whose import would bring its schemas to every page. */
const most = 100;

/** "3", or "99+" from 100 on. */
export const bellNumber = (count: number): string => (count < most ? String(count) : `${most - 1}+`);
