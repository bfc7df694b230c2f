/** Whether this run is the quick one of `npm test`: it leaves out the journeys tagged @long, and looks at pages in the light only. */
export const isQuick = process.env["JOURNEYS"] === "quick";
