// Decision 042: why videos are repackaged or transcoded.
import { createReadStream } from "node:fs";
import { mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Conversion, FilePathTarget, type Input, Mp4OutputFormat, Output } from "mediabunny";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { NoDecoder, NoProgram, transcode } from "./ffmpeg.ts";
import { type FootageFacts, fitted, openFootage, readFootage, soundOf } from "./footage.ts";
import { lockedFilmIn } from "../inspect/locked.ts";
import type { Span } from "../inspect/structure.ts";
import { RenderFault } from "./render-fault.ts";

export interface PlayTask {
  readonly id: string;
  /** The id of the original that it is in. */
  readonly original: string;
  /** The part of the original that is the film; null for all of it. */
  readonly span: Span | null;
}

export interface Played {
  /**
   * `unavailable`: it would have to be made anew, and there is no program for that on this machine. `unknown`: there is one, which does
   * not know how it is coded. `protected`: only a key opens it.
   */
  readonly playback: "ready" | "unavailable" | "unknown" | "protected";
  readonly durationMs: number | null;
}

/** The longer side of what is made anew, in pixels. */
const largeSide = 1920;
/** More than this stutters on a phone's connection; what has less is kept as it is. */
const mostBitrate = 12_000_000;

/**
 * Makes and stores the film of an original as every browser plays it: H.264 and AAC in an MP4 with its index in front, without
 * metadata. Only the wrapping is changed where that is enough.
 */
export async function makePlayable(
  blobs: Blobs,
  program: string | null,
  { id, original: from, span }: PlayTask,
): Promise<Played> {
  const folder = await mkdtemp(path.join(os.tmpdir(), folderPrefix));
  try {
    const made = await blobs.withFile(`${from}/original`, async (original): Promise<Played> => {
      if (!span && lockedFilmIn(original)) return { playback: "protected", durationMs: null };
      const file = path.join(folder, "film.mp4");
      const input = openFootage(original, span);
      try {
        const facts = await readFootage(input, span?.bytes ?? (await stat(original)).size);
        const playback = await convert({ input, facts, program, original, span, folder, file });
        if (playback === "ready") await blobs.put(`${id}/video`, createReadStream(file));
        return { playback, durationMs: facts.durationMs };
      } finally {
        input.dispose();
      }
    });
    if (!made) throw new RenderFault("missing", "The original is gone");
    return made;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Work {
  readonly input: Input;
  readonly facts: FootageFacts;
  readonly program: string | null;
  readonly original: string;
  readonly span: Span | null;
  readonly folder: string;
  readonly file: string;
}

async function convert(work: Work): Promise<Played["playback"]> {
  const { input, facts, program, original, span, folder, file } = work;
  const { width, height, isPlayable, bitrate } = facts;
  const isLight = Math.max(width, height) <= largeSide && bitrate <= mostBitrate;
  if (!program || (isPlayable && isLight)) {
    if (!isPlayable) return "unavailable";
    await rewrap(input, file);
    return "ready";
  }
  try {
    const alone = span ? await cutOut(original, span, path.join(folder, "cut.mp4")) : original;
    await transcode(program, alone, { ...facts, ...fitted(facts, largeSide) }, file);
  } catch (error) {
    if (error instanceof NoDecoder) return "unknown";
    if (!(error instanceof NoProgram)) throw error;
    return convert({ ...work, program: null });
  }
  return "ready";
}

/** Puts the same picture and sound into a new MP4. */
async function rewrap(input: Input, file: string): Promise<void> {
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await soundOf(input)];
  const pictures = (await picture?.computePacketStats())?.packetCount ?? 0;
  const sounds = (await sound?.computePacketStats())?.packetCount ?? 0;
  const output = new IndexedOutput(new FilePathTarget(file), pictures, sounds);
  const conversion = await Conversion.init({
    input,
    output,
    tags: {},
    video: (track) => ({ discard: track.id !== picture?.id }),
    audio: (track) => ({ discard: track.id !== sound?.id }),
    showWarnings: false,
  });
  if (!conversion.isValid) throw new Error("The film cannot be wrapped anew");
  await conversion.execute();
}

/** An MP4 that leaves room for its index in front, since it is told how many packets will come. */
class IndexedOutput extends Output {
  readonly #pictures: number;
  readonly #sounds: number;

  constructor(target: FilePathTarget, pictures: number, sounds: number) {
    super({ format: new Mp4OutputFormat({ fastStart: "reserve" }), target });
    this.#pictures = pictures;
    this.#sounds = sounds;
  }

  override addVideoTrack(...[source, metadata]: Parameters<Output["addVideoTrack"]>) {
    return super.addVideoTrack(source, { ...metadata, maximumPacketCount: this.#pictures });
  }

  override addAudioTrack(...[source, metadata]: Parameters<Output["addAudioTrack"]>) {
    return super.addAudioTrack(source, { ...metadata, maximumPacketCount: this.#sounds });
  }
}

async function cutOut(original: string, { start, bytes }: Span, file: string): Promise<string> {
  const target = await open(file, "wx", 0o600);
  await pipeline(createReadStream(original, { start, end: start + bytes - 1 }), target.createWriteStream());
  return file;
}

const folderPrefix = "swellmates-film-";
const staleMs = 24 * 3600 * 1000;

/** Removes what processes that were killed have left behind. */
export async function sweep(now: number): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = path.join(os.tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    if (found && found.mtimeMs < now - staleMs) await rm(folder, { recursive: true, force: true });
  }
}
