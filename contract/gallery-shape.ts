/** Photos in a chunk, the unit in which a gallery is fetched. Chunks are counted from the oldest photo. */
export const chunkSize = 50;

/**
 * Each letter stands for an aspect ratio, from `narrowest` to `widest` in even steps of the logarithm. An outline has
 * one letter for each photo.
 */
export const shapeLetters =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~";

/** Aspect ratios (width by height). Pictures beyond them are cropped, since one panorama would make its row too thin. */
export const [narrowest, widest] = [0.5, 3.2] as const;
