// Decision 043: why HDR video is tone-mapped with mobius.
import { FilePathSource, Input, type InputAudioTrack, MP4, QTFF, WEBM, prefer } from "mediabunny";
import type { Span } from "../inspect/structure.ts";

/** A video as far as showing it is concerned. */
export interface FootageFacts {
  /** As shown, after rotation, with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly isHdr: boolean;
  /** Every browser plays picture and sound as they are; only their wrapping may need to change. */
  readonly isPlayable: boolean;
  /** Of picture and sound, in bits a second; 0 when it cannot be told. */
  readonly bitrate: number;
  /** Which of its sounds is heard, counted from 0; null for a silent one. */
  readonly sound: number | null;
}

/** Opens a video, or the part of a file that is one. Whoever opens it disposes of it. */
export function openFootage(path: string, span: Span | null): Input {
  const file = new FilePathSource(path);
  return new Input({ source: span ? file.slice(span.start, span.bytes) : file, formats: [MP4, QTFF, WEBM] });
}

const isAac = async (sound: InputAudioTrack) => (await sound.getCodec()) === "aac";

/** The sound to be heard; undefined for a silent film. Phones write one for everybody beside one that only they know. */
export const soundOf = async (input: Input): Promise<InputAudioTrack | undefined> =>
  (await input.getPrimaryAudioTrack({ sortBy: async (sound) => prefer(await isAac(sound)) })) ?? undefined;

/** Baseline, main, high: eight bits, colour at half the resolution. */
const plainProfiles = /^avc[13]\.(42|4d|58|64)/i;

/** `bytes` is how long the film is as a file. */
export async function readFootage(input: Input, bytes: number): Promise<FootageFacts> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("There is nothing to see in it");
  const sound = await soundOf(input);
  const [width, height, { transfer }, seconds, coding] = await Promise.all([
    track.getDisplayWidth(),
    track.getDisplayHeight(),
    track.getColorSpace(),
    input.getDurationFromMetadata(),
    track.getCodecParameterString(),
  ]);
  const durationMs = seconds && seconds > 0 ? Math.round(seconds * 1000) : null;
  return {
    width: Math.round(width),
    height: Math.round(height),
    durationMs,
    // Wide colours alone are no reason to press brightness together.
    isHdr: transfer === "pq" || transfer === "hlg",
    // A sound of no known coding is one all the same: left out, the film would be silent.
    isPlayable: plainProfiles.test(coding ?? "") && (!sound || (await isAac(sound))),
    bitrate: durationMs ? (bytes * 8000) / durationMs : 0,
    sound: sound ? sound.number - 1 : null,
  };
}

/** The size within a square of `side`, never larger than it is, in even numbers. */
export function fitted({ width, height }: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
