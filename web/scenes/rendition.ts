export type Rendition = "tile" | "cover" | "thumb" | "medium" | "large";

/** The address of a rendition of a stored picture, which may name an invite code already. A picture from another site keeps its address. */
export const renditionOf = (filePath: string, size: Rendition): string =>
  filePath.startsWith("/objects/") ? `${filePath}${filePath.includes("?") ? "&" : "?"}size=${size}` : filePath;
