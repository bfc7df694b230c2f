/** The longer sides of the pictures that a cover can be shown with, in pixels. */
export const coverWidths = { cover: 800, medium: 1200, large: 2048 } as const;

/** The `srcset` of a cover whose stored picture has this address, which may have a query. */
export const coverSet = (address: string): string =>
  Object.entries(coverWidths)
    .map(([size, width]) => `${address}${address.includes("?") ? "&" : "?"}size=${size} ${width}w`)
    .join(", ");

/** The `sizes` of a cover at the head of a page. The document asks for it with the same ones. */
export const headSizes = "100vw";
