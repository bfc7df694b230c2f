export { imageTypes, videoTypes } from "../inspect/kind.ts";

/** Profile photos are small. */
export const maxProfileImageBytes = 5_242_880;

const megabyte = 1024 * 1024;
/** What each kind of media process may claim, in bytes; so may each program that one of them starts. */
export const memoryOf = {
  inspect: 256 * megabyte,
  render: 1024 * megabyte,
  /** HEIC takes more, and never gives it back. */
  renderHeavy: 1536 * megabyte,
  play: 1024 * megabyte,
} as const;
