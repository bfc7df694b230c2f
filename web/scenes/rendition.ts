export type Rendition = "tile" | "cover" | "thumb" | "medium" | "large";

/** The address of a rendition of a stored picture. A picture from another site keeps its address. */
export const renditionOf = (filePath: string, size: Rendition): string =>
  filePath.startsWith("/objects/") ? `${filePath}?size=${size}` : filePath;
