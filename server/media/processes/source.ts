/** What an original is to those who make pictures of it: one that the image library reads, a HEIC, or a video. */
export type Source = "picture" | "heic" | "film";

/** How to make pictures of an original of this type. */
export const sourceFor = (fileType: string): Source =>
  fileType.startsWith("video/") ? "film" : /^image\/hei[cf]$/.test(fileType) ? "heic" : "picture";

/** Those that take a process of their own, one at a time. */
export const isHeavy = (fileType: string): boolean => sourceFor(fileType) !== "picture";
