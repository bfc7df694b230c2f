import { FilePathSource, Input, MP4, QTFF, WEBM } from "mediabunny";
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
}

/** Opens a video, or the part of a file that is one. Whoever opens it disposes of it. */
export function openFootage(path: string, span: Span | null): Input {
  const file = new FilePathSource(path);
  return new Input({ source: span ? file.slice(span.start, span.bytes) : file, formats: [MP4, QTFF, WEBM] });
}

/** Baseline, main, high: eight bits, colour at half the resolution. */
const plainProfiles = /^avc[13]\.(42|4d|58|64)/i;

/** `bytes` is how long the film is as a file. */
export async function readFootage(input: Input, bytes: number): Promise<FootageFacts> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("There is nothing to see in it");
  const sound = await input.getPrimaryAudioTrack();
  const [width, height, { transfer }, seconds, coding] = await Promise.all([
    track.getDisplayWidth(),
    track.getDisplayHeight(),
    track.getColorSpace(),
    input.getDurationFromMetadata(),
    track.getCodecParameterString(),
  ]);
  const durationMs = seconds && seconds > 0 ? Math.round(seconds * 1000) : null;
  const soundCoding = sound && (await sound.getCodec());
  return {
    width: Math.round(width),
    height: Math.round(height),
    durationMs,
    // Wide colours alone are no reason to press brightness together.
    isHdr: transfer === "pq" || transfer === "hlg",
    isPlayable: plainProfiles.test(coding ?? "") && (soundCoding === null || soundCoding === "aac"),
    bitrate: durationMs ? (bytes * 8000) / durationMs : 0,
  };
}

/** The size within a square of `side`, never larger than it is, in even numbers. */
export function fitted({ width, height }: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
