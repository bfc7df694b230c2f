/** Profile photos are small. */
export const maxProfileImageBytes = 5_242_880;

/** The types taken, by what the bytes are. */
export const imageTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export const videoTypes = [] as const;
