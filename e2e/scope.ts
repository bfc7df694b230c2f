/** True in the quick run of `npm test`, which leaves out journeys tagged @long and the dark theme. */
export const isQuick = process.env["JOURNEYS"] === "quick";

/** Browsers of these journeys take the service worker, as at a second visit. Otherwise each page comes from the server. */
export const takesWorker = process.env["JOURNEYS_WORKER"] === "yes";
