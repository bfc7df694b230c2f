/** How a wall fits an element: its own height, or less where no browser would make one so tall. In CSS pixels from the top. */
export interface Squeeze {
  /** Of the element. */
  readonly height: number;
  readonly isSqueezed: boolean;
  /** What of the wall belongs to this place of the element. */
  readonly toWall: (at: number) => number;
  /** The other way about. */
  readonly toElement: (y: number) => number;
}

/** Firefox ends an element at 17.9 million pixels, Chromium at 33.5 million. */
export const tallest = 12_000_000;
/** At both ends a pixel is a pixel, so that a gallery begins and ends as short ones do. */
const straight = 1_000_000;

/** A wall of this height in an element that browsers can make. What lies between the ends is squeezed evenly. */
export function squeezeOf(height: number): Squeeze {
  if (height <= tallest) return { height, isSqueezed: false, toWall: (at) => at, toElement: (y) => y };
  const slope = (height - 2 * straight) / (tallest - 2 * straight);
  return {
    height: tallest,
    isSqueezed: true,
    toWall(at) {
      if (at <= straight) return at;
      return at >= tallest - straight ? at + height - tallest : straight + (at - straight) * slope;
    },
    toElement(y) {
      if (y <= straight) return y;
      return y >= height - straight ? y - height + tallest : straight + (y - straight) / slope;
    },
  };
}
