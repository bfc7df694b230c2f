// Decision 043: why HDR video is tone-mapped with mobius.
import { FilePathSource, Input, type InputAudioTrack, MP4, QTFF, WEBM, prefer } from "mediabunny";
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
  /** The index of the audio track to play, from 0; null without sound. */
  readonly sound: number | null;
}

/** Opens a video, or the part `span` of a file. The caller disposes of the input. */
export function openVideo(path: string, span: Span | null): Input {
  const file = new FilePathSource(path);
  return new Input({ source: span ? file.slice(span.start, span.bytes) : file, formats: [MP4, QTFF, WEBM] });
}

const isAac = async (sound: InputAudioTrack) => (await sound.getCodec()) === "aac";

/** The audio track to play, AAC if there is one; undefined without sound. Some phones write a second track that only they can play. */
export const soundOf = async (input: Input): Promise<InputAudioTrack | undefined> =>
  (await input.getPrimaryAudioTrack({ sortBy: async (sound) => prefer(await isAac(sound)) })) ?? undefined;

/** The H.264 profiles baseline, extended, main and high: eight bits, 4:2:0. */
const plainProfiles = /^avc[13]\.(42|4d|58|64)/i;

/** Reads the facts of a video of `bytes` bytes. */
export async function readVideoFacts(input: Input, bytes: number): Promise<VideoFacts> {
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
    // Wide colours alone need no tone mapping.
    isHdr: transfer === "pq" || transfer === "hlg",
    // A track with an unknown codec is sound too; without it the video would be silent.
    isPlayable: plainProfiles.test(coding ?? "") && (!sound || (await isAac(sound))),
    bitrate: durationMs ? (bytes * 8000) / durationMs : 0,
    sound: sound ? sound.number - 1 : null,
  };
}

/** Scales a size down to fit a square of `side`, in even numbers. */
export function fitted({ width, height }: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
