export { imageTypes, videoTypes } from "./inspect/kind.ts";

/** Profile photos are small. */
export const maxProfileImageBytes = 5_242_880;
