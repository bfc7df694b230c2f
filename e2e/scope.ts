/** Whether this is the quick run of `npm test`: without journeys tagged @long, in the light theme only. */
export const isQuick = process.env["JOURNEYS"] === "quick";
