import { type Bytes, BrokenFile } from "./bytes.ts";
import { type Element, elementAt, elementsIn, fractionIn, wholeNumberIn } from "./ebml.ts";

export interface MatroskaFacts {
  /** ISO 8601 in UTC; null when the file does not say. */
  readonly takenAt: string | null;
}

/** Element ids (RFC 9559). */
const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  date: 0x4461,
  duration: 0x4489,
  scale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  track: 0xae,
  encodings: 0x6d80,
  encoding: 0x6240,
  encryption: 0x5035,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  shownWidth: 0x54b0,
  shownHeight: 0x54ba,
  shownUnit: 0x54b2,
} as const;

/** In total, over all levels. */
const maxElements = 1000;

/** Reads the date of a WebM (RFC 8794, RFC 9559). Throws `BrokenFile` when its segment ends after the file. */
export function readMatroska(bytes: Bytes): MatroskaFacts {
  for (const element of elementsIn(bytes, segmentOf(bytes), { left: maxElements }))
    if (element.id === ids.info) return { takenAt: dateIn(bytes, element) };
  return { takenAt: null };
}

/**
 * Returns the displayed size and the length of a WebM whose picture or sound is encrypted; null when neither is. Also null for a file that
 * it cannot read: mediabunny then reports what is wrong with it.
 */
export function findProtectedMatroska(
  bytes: Bytes,
): { width: number; height: number; durationMs: number | null } | null {
  const steps = { left: maxElements };
  try {
    let info: Element | undefined;
    let tracks: Element | undefined;
    for (const element of elementsIn(bytes, segmentOf(bytes), steps)) {
      if (element.id === ids.info) info ??= element;
      if (element.id === ids.tracks) tracks ??= element;
      if (info && tracks) break;
    }
    if (!tracks) return null;
    const size = { width: 0, height: 0 };
    let isLocked = false;
    for (const track of elementsIn(bytes, tracks, steps)) {
      if (track.id !== ids.track) continue;
      for (const part of elementsIn(bytes, track, steps)) {
        if (part.id === ids.encodings) isLocked ||= isEncrypted(bytes, part, steps);
        if (part.id === ids.video && size.width === 0) Object.assign(size, sizeIn(bytes, part, steps));
      }
    }
    return isLocked ? { ...size, durationMs: info ? durationIn(bytes, info, steps) : null } : null;
  } catch (error) {
    if (error instanceof BrokenFile) return null;
    throw error;
  }
}

function segmentOf(bytes: Bytes): Element {
  const head = elementAt(bytes, 0, bytes.size);
  const segment = elementAt(bytes, head.end, bytes.size);
  if (segment.id !== ids.segment) throw new BrokenFile("there is no video in it");
  return segment;
}

type Steps = Parameters<typeof elementsIn>[2];

function isEncrypted(bytes: Bytes, encodings: Element, steps: Steps): boolean {
  for (const encoding of elementsIn(bytes, encodings, steps)) {
    if (encoding.id !== ids.encoding) continue;
    for (const { id } of elementsIn(bytes, encoding, steps)) if (id === ids.encryption) return true;
  }
  return false;
}

function sizeIn(bytes: Bytes, video: Element, steps: Steps) {
  const said = new Map<number, number>();
  for (const part of elementsIn(bytes, video, steps))
    if (part.end - part.start <= 8) said.set(part.id, wholeNumberIn(bytes, part));
  const [width, height] = [said.get(ids.width) ?? 0, said.get(ids.height) ?? 0];
  // In units other than pixels it is an aspect ratio, or unknown.
  const isInPixels = (said.get(ids.shownUnit) ?? 0) === 0;
  return isInPixels
    ? { width: said.get(ids.shownWidth) ?? width, height: said.get(ids.shownHeight) ?? height }
    : { width, height };
}

function durationIn(bytes: Bytes, info: Element, steps: Steps): number | null {
  let [units, nanoseconds] = [0, 1e6];
  for (const part of elementsIn(bytes, info, steps)) {
    if (part.id === ids.duration) units = fractionIn(bytes, part);
    if (part.id === ids.scale) nanoseconds = wholeNumberIn(bytes, part);
  }
  const ms = Math.round((units * nanoseconds) / 1e6);
  return ms > 0 && ms < 1e9 ? ms : null;
}

/** The date is stored in nanoseconds since 2001. */
function dateIn(bytes: Bytes, info: Element): string | null {
  for (const element of elementsIn(bytes, info, { left: maxElements })) {
    if (element.id !== ids.date || element.end - element.start !== 8) continue;
    const ms = Number(bytes.at(element.start, 8).readBigInt64BE() / 1_000_000n);
    const moment = new Date(Date.UTC(2001, 0, 1) + ms);
    return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
  }
  return null;
}
