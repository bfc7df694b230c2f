/** True in the quick run of `npm test`, which leaves out journeys tagged @long and the dark theme. */
export const isQuick = process.env["JOURNEYS"] === "quick";
