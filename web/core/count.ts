// Written by hand, as `calendar.ts` is.

/** "12,345": a whole number with commas between thousands. */
export const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
