/** From this number on the bell counts no further. The contract has it as `maxUnseen`, which would bring its rules to every page. */
const most = 100;

/** "3", or "99+" from 100 on. */
export const bellNumber = (count: number): string => (count < most ? String(count) : `${most - 1}+`);
