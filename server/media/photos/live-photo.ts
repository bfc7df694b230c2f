import { withoutEnding } from "./file-name.ts";

/** The rows of a still and of the clip that plays in it. */
export interface LivePhoto {
  readonly stillId: string;
  readonly clipId: string;
}

/** Names a clip like its still, so that the two files stand side by side in any folder. */
export const clipName = (still: string, clip: string): string =>
  withoutEnding(still) + clip.slice(withoutEnding(clip).length);
