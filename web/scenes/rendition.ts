export type Rendition = "tile" | "thumb" | "medium" | "large";

/** Whether a picture is a file of ours. */
export const isStored = (filePath: string) => filePath.startsWith("/objects/");

/** The address of a rendition of a stored picture. A picture from another site keeps its address. */
export const renditionOf = (filePath: string, size: Rendition): string =>
  isStored(filePath) ? `${filePath}?size=${size}` : filePath;
