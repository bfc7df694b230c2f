// Decision 042: why videos are repackaged or transcoded.
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Conversion, FilePathTarget, type Input, Mp4OutputFormat, Output } from "mediabunny";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { NoDecoder, NoProgram, transcode } from "./ffmpeg.ts";
import { type VideoFacts, fitted, openVideo, readVideoFacts } from "./video-facts.ts";
import { findProtectedIn } from "../inspect/protected.ts";
import type { Span } from "../inspect/structure.ts";
import { RenderFault } from "./render-fault.ts";

/** What the processes that make pictures and videos need. */
export interface Tools {
  readonly ffmpeg: string | null;
  /** A folder for unfinished videos. */
  readonly scratch: string;
}

export interface PlaybackTask {
  readonly id: string;
  /** The id of the original that contains it. */
  readonly original: string;
  /** The part of the original that is the video; null for the whole original. */
  readonly span: Span | null;
}

export interface PlaybackResult {
  /**
   * `unavailable`: it must be transcoded, and this machine has no ffmpeg. `unknown`: ffmpeg has no decoder for it. `protected`: it is
   * copy-protected (DRM).
   */
  readonly playback: "ready" | "unavailable" | "unknown" | "protected";
  readonly durationMs: number | null;
}

/** The longer side of a playback version, in pixels. */
const maxSide = 1920;
/** In bits a second. More stutters on a phone's connection. */
const maxBitrate = 12_000_000;

/**
 * Makes and stores the playback version of a video: H.264 and AAC in an MP4 with its index in front, without metadata, which every browser
 * plays. Repackages the video when that is enough, and transcodes it otherwise.
 */
export async function makePlaybackVersion(
  blobs: Blobs,
  { ffmpeg: program, scratch }: Tools,
  { id, original: from, span }: PlaybackTask,
): Promise<PlaybackResult> {
  const folder = await mkdtemp(path.join(scratch, "film-"));
  try {
    const made = await blobs.withFile(`${from}/original`, async (original): Promise<PlaybackResult> => {
      if (!span && findProtectedIn(original)) return { playback: "protected", durationMs: null };
      const file = path.join(folder, "video.mp4");
      const input = openVideo(original, span);
      try {
        const facts = await readVideoFacts(input, original, span);
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
  readonly facts: VideoFacts;
  readonly program: string | null;
  readonly original: string;
  readonly span: Span | null;
  readonly folder: string;
  readonly file: string;
}

async function convert(work: Work): Promise<PlaybackResult["playback"]> {
  const { input, facts, program, original, span, folder, file } = work;
  const { width, height, isPlayable, bitrate } = facts;
  const isLight = Math.max(width, height) <= maxSide && bitrate <= maxBitrate;
  if (!program || (isPlayable && isLight)) {
    if (!isPlayable) return "unavailable";
    await repackage(input, facts, file);
    return "ready";
  }
  try {
    const alone = span ? await cutOut(original, span, path.join(folder, "cut.mp4")) : original;
    await transcode(program, alone, { ...facts, ...fitted(facts, maxSide) }, file);
  } catch (error) {
    if (error instanceof NoDecoder) return "unknown";
    if (!(error instanceof NoProgram)) throw error;
    return convert({ ...work, program: null });
  }
  return "ready";
}

/** Copies the packets of the chosen tracks into a new MP4. */
async function repackage(input: Input, chosen: Pick<VideoFacts, "picture" | "sound">, file: string): Promise<void> {
  const [picture] = await input.getVideoTracks({ filter: ({ id }) => id === chosen.picture.id });
  const [sound] = await input.getAudioTracks({ filter: ({ id }) => id === chosen.sound?.id });
  const pictures = (await picture?.computePacketStats())?.packetCount ?? 0;
  const sounds = (await sound?.computePacketStats())?.packetCount ?? 0;
  const output = new IndexedOutput(new FilePathTarget(file), pictures, sounds);
  const conversion = await Conversion.init({
    input,
    output,
    tags: {},
    video: (track) => ({ discard: track !== picture }),
    audio: (track) => ({ discard: track !== sound }),
    showWarnings: false,
  });
  if (!conversion.isValid) throw new Error("The video cannot be repackaged");
  await conversion.execute();
}

/** An MP4 with room for its index in front. It needs to know how many packets will come. */
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

const staleMs = 24 * 3600 * 1000;

/** Makes the folder for unfinished videos, and removes from it what killed processes left. */
export async function openScratch(scratch: string, now: number): Promise<void> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  for (const name of await readdir(scratch)) {
    const folder = path.join(scratch, name);
    const found = await stat(folder).catch(() => null);
    if (found && found.mtimeMs < now - staleMs) await rm(folder, { recursive: true, force: true });
  }
}
