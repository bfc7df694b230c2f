// Written by hand, as `calendar.ts` is.

/** A count with its noun: "8 members", "1 member". */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** "12,345": a whole number with commas between thousands. */
export const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
