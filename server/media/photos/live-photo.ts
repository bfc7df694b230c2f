/** The rows of a still and of the clip that plays in it. */
export interface LivePhoto {
  readonly stillId: string;
  readonly clipId: string;
}

/** The name without its extension of at most five letters. */
const stemOf = (fileName: string) => fileName.replace(/\.[^.]{1,5}$/, "");

/** Names a clip like its still, so that the two files stand side by side in any folder. */
export function clipName(still: string, clip: { readonly fileName: string; readonly fileType: string }): string {
  const own = /\.(mov|mp4|m4v|qt)$/i.exec(clip.fileName)?.[0];
  return stemOf(still) + (own ?? (clip.fileType === "video/quicktime" ? ".mov" : ".mp4"));
}
