/** A still and the film that plays in it. */
export interface LivePhoto {
  readonly stillId: string;
  readonly filmId: string;
}

/** The name without its ending, which has at most five letters. */
const stemOf = (fileName: string) => fileName.replace(/\.[^.]{1,5}$/, "");

/** A film is called like its still, so that both are found side by side wherever they are saved. */
export function filmName(still: string, film: { readonly fileName: string; readonly fileType: string }): string {
  const own = /\.(mov|mp4|m4v|qt)$/i.exec(film.fileName)?.[0];
  return stemOf(still) + (own ?? (film.fileType === "video/quicktime" ? ".mov" : ".mp4"));
}
