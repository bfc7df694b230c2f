// Decision 043: why HDR is tone-mapped with mobius.
import { closeSync, fstatSync, openSync } from "node:fs";
import { FilePathSource, Input, type InputAudioTrack, MP4, QTFF, WEBM, prefer } from "mediabunny";
import { bytesOf } from "../inspect/bytes.ts";
import { findFilm, lengthOf, tracksIn } from "../inspect/film.ts";
import type { Span } from "../inspect/structure.ts";

/** The facts of a video that its playback version depends on. */
export interface VideoFacts {
  /** As displayed, after rotation, with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly isHdr: boolean;
  /** Every browser plays its picture and sound; at most the container has to change. */
  readonly isPlayable: boolean;
  /** Of picture and sound together, in bits a second; 0 when unknown. */
  readonly bitrate: number;
  readonly picture: Chosen;
  /** Null without sound. */
  readonly sound: Chosen | null;
}

/** A track that the playback version keeps. */
interface Chosen {
  readonly id: number;
  /** How ffmpeg names it (a stream specifier). */
  readonly stream: string;
}

/** Opens a video, or the part `span` of a file. The caller disposes of the input. */
export function openVideo(path: string, span: Span | null): Input {
  const file = new FilePathSource(path);
  return new Input({ source: span ? file.slice(span.start, span.bytes) : file, formats: [MP4, QTFF, WEBM] });
}

const isAac = async (sound: InputAudioTrack) => (await sound.getCodec()) === "aac";

/** The audio track to play, AAC if there is one; undefined without sound. Some phones write a second track that only they can play. */
const soundOf = async (input: Input): Promise<InputAudioTrack | undefined> =>
  (await input.getPrimaryAudioTrack({ sortBy: async (sound) => prefer(await isAac(sound)) })) ?? undefined;

/** The H.264 profiles baseline, extended, main and high: eight bits, 4:2:0. */
const plainProfiles = /^avc[13]\.(42|4d|58|64)/i;

/** Reads the facts of the video that `openVideo` has opened. */
export async function readVideoFacts(input: Input, path: string, span: Span | null): Promise<VideoFacts> {
  const { tracks, size } = await countTracks(input, path, span);
  const track = await findFilm(input, tracks);
  if (!track) throw new Error("There is nothing to see in it");
  const sound = await soundOf(input);
  const streamOf = (id: number) => tracks.all.find((each) => each.id === id)?.stream;
  const [width, height, { transfer }, durationMs, coding] = await Promise.all([
    track.getDisplayWidth(),
    track.getDisplayHeight(),
    track.getColorSpace(),
    lengthOf(input, tracks),
    track.getCodecParameterString(),
  ]);
  return {
    width: Math.round(width),
    height: Math.round(height),
    durationMs,
    // Wide colours alone need no tone mapping.
    isHdr: transfer === "pq" || transfer === "hlg",
    // A track with an unknown codec is sound too; without it the video would be silent.
    isPlayable: plainProfiles.test(coding ?? "") && (!sound || (await isAac(sound))),
    bitrate: durationMs ? (size * 8000) / durationMs : 0,
    picture: { id: track.id, stream: streamOf(track.id) ?? "v:0" },
    sound: sound ? { id: sound.id, stream: streamOf(sound.id) ?? "a:0" } : null,
  };
}

async function countTracks(input: Input, path: string, span: Span | null) {
  const isWebm = (await input.getFormat()) === WEBM;
  const fd = openSync(path, "r");
  try {
    const bytes = bytesOf(fd, fstatSync(fd).size);
    const part = span ?? { start: 0, bytes: bytes.size };
    return { tracks: tracksIn(bytes, part, isWebm), size: part.bytes };
  } finally {
    closeSync(fd);
  }
}

/** Scales a size down to fit a square of `side`, in even numbers. */
export function fitted({ width, height }: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
