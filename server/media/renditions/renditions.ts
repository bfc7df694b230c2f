/** Smaller pictures for showing, each within a box of so many pixels. */
export const boxes = {
  thumb: { width: 1600, height: 400 },
  medium: { width: 1200, height: 1200 },
  large: { width: 2048, height: 2048 },
} as const;

export type Rendition = keyof typeof boxes;

/** Every file that is made of an original. */
export const renditionParts = ["thumb", "medium", "large", "video"] as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Shown extends Size {
  /** The small picture stands still, so a larger one is kept whatever the size. */
  readonly isAnimated?: boolean;
}

/** The part of its box that a picture is scaled down by, 1 when it fits as it is. */
const shrinkage = (box: Size, { width, height }: Size) => Math.min(1, box.width / width, box.height / height);

/** Which rendition answers for the one asked for: none is kept twice, and none is larger than the picture itself. */
export function renditionFor(asked: Rendition, picture: Shown): Rendition {
  if (asked === "large" && shrinkage(boxes.medium, picture) === 1) return renditionFor("medium", picture);
  if (asked === "medium" && !picture.isAnimated && shrinkage(boxes.thumb, picture) === 1) return "thumb";
  return asked;
}

/** The renditions that a picture of this size has beside its thumb, the largest first. */
export function largerRenditions(picture: Shown): Rendition[] {
  return (["large", "medium"] as const).filter((size) => renditionFor(size, picture) === size);
}

/** What is shown when the one asked for cannot be had just now, the nearest first. */
export const nearest: Readonly<Record<Rendition, readonly Rendition[]>> = {
  thumb: ["medium", "large"],
  medium: ["large", "thumb"],
  large: ["medium", "thumb"],
};
