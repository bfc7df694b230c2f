import { type Input, type InputVideoTrack, desc, prefer } from "mediabunny";
import type { Bytes } from "./bytes.ts";
import { tracksOfMovie } from "./movie-tracks.ts";
import type { Span } from "./structure.ts";
import { type Tracks, countedLength } from "./track.ts";
import { tracksOfWebm } from "./webm-tracks.ts";

/** Counts the frames of all tracks of a video in one walk. */
export const tracksIn = (bytes: Bytes, span: Span, isWebm: boolean): Tracks =>
  isWebm ? tracksOfWebm(bytes) : tracksOfMovie(bytes, span);

/**
 * Finds the track that is the film. Phones and editors also write a still, a depth map or a track that is switched off, before the film or
 * after it.
 */
export async function findFilm(input: Input, { all }: Tracks): Promise<InputVideoTrack | undefined> {
  const frames = new Map(all.map((track) => [track.id, track.frames]));
  const [film] = await input.getVideoTracks({
    sortBy: async (track) => [
      prefer((frames.get(track.id) ?? 0) > 1),
      // A track that is switched off is no default.
      prefer((await track.getDisposition()).default),
      desc((await track.getDisplayWidth()) * (await track.getDisplayHeight())),
    ],
  });
  return film;
}

/** The length of a video in ms: as its head says, else as its frames tell; null when there are none. */
export async function lengthOf(input: Input, tracks: Tracks): Promise<number | null> {
  const seconds = (await input.getDurationFromMetadata()) ?? 0;
  const said = seconds > 0 && seconds < 1e6 ? Math.round(seconds * 1000) : null;
  if (said !== null && !tracks.areInFragments) return said;
  const counted = countedLength(tracks);
  return said === null || counted === null ? (said ?? counted) : Math.max(said, counted);
}
