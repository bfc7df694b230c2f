import { coverWidths } from "#contract/cover-sizes.ts";

/** The sizes of renditions. Each picture is scaled to fit into its box, in pixels. */
export const boxes = {
  tile: { width: 480, height: 480 },
  cover: { width: coverWidths.cover, height: coverWidths.cover },
  thumb: { width: 1600, height: 400 },
  medium: { width: coverWidths.medium, height: coverWidths.medium },
  large: { width: coverWidths.large, height: coverWidths.large },
} as const;

export type Rendition = keyof typeof boxes;

// Decision 072: why these sizes are made when somebody asks.
/** The most bytes of the sizes that few photos need: WebPs for covers and for mosaics, made when somebody first asks for one. */
export const maxBytesOf: Readonly<Partial<Record<Rendition, number>>> = { tile: 20_000, cover: 60_000 };

/** Every file that is made from an original. */
export const renditionParts = ["tile", "cover", "thumb", "medium", "large", "video"] as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Picture extends Size {
  /** An animation of any size needs a medium rendition, because the thumbnail shows only one frame. */
  readonly isAnimated?: boolean;
}

/** The factor by which a picture is scaled down to fit its box; 1 when it fits already. */
const scaleFor = (box: Size, { width, height }: Size) => Math.min(1, box.width / width, box.height / height);

/** The rendition that is served for a requested size. Sizes that would be equal share one file. */
export function renditionFor(asked: Rendition, picture: Picture): Rendition {
  if (maxBytesOf[asked] !== undefined) return picture.isAnimated ? renditionFor("medium", picture) : asked;
  if (asked === "large" && scaleFor(boxes.medium, picture) === 1) return renditionFor("medium", picture);
  if (asked === "medium" && !picture.isAnimated && scaleFor(boxes.thumb, picture) === 1) return "thumb";
  return asked;
}

/** The renditions that a picture has besides its thumbnail, the largest first. */
export function largerRenditions(picture: Picture): Rendition[] {
  return (["large", "medium"] as const).filter((size) => renditionFor(size, picture) === size);
}

/** The sizes to serve instead of a missing one, the nearest first. */
export const nearest: Readonly<Record<Rendition, readonly Rendition[]>> = {
  tile: ["thumb", "medium", "large"],
  cover: ["medium", "thumb", "large"],
  thumb: ["medium", "large"],
  medium: ["large", "thumb"],
  large: ["medium", "thumb"],
};
