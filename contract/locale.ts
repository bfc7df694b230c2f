/** The locale of all numbers, dates and lists that people read. */
export const locale = "en-GB";
