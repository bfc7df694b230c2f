export { imageTypes, videoTypes } from "../inspect/kind.ts";

/** 5 MB. */
export const maxProfileImageBytes = 5_242_880;

const megabyte = 1024 * 1024;
/** The memory limit of each kind of media process, in bytes. It also applies to each program that a process starts. */
export const memoryOf = {
  inspect: 256 * megabyte,
  render: 1024 * megabyte,
  /** HEIC decoding takes more, and never returns it. */
  renderHeavy: 1536 * megabyte,
  play: 1024 * megabyte,
} as const;
