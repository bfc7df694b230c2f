/** The locale of all numbers, dates and lists that people read. */
export const locale = "en-GB";

/** The locale of the date stamp on trips, whose design puts the month first: "JUL 4 → 11, 2026". */
export const stampLocale = "en-US";
