/** When nights begin that no test waits for: far ahead, and not farther than a night may be planned. */
export const nextYearsEvening = `${new Date().getUTCFullYear() + 1}-07-12T20:00:00Z`;
