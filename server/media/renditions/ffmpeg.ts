import { spawn } from "node:child_process";
import { maxVideoMinutes } from "../inspect/structure.ts";

// Written by hand because the wrapper (fluent-ffmpeg) is archived, and its author recommends the command line.

/** The program is not installed. */
export class NoProgram extends Error {}

/** The program failed; the message is the end of its error output. */
class ProgramFault extends Error {}

/** The program has no decoder for the video's codec. */
export class NoDecoder extends ProgramFault {}

/** A lossless still has about ten megabytes. */
const maxOutputBytes = 128 * 1024 * 1024;
const maxErrorChars = 2000;

/**
 * Runs ffmpeg and resolves with its output. It may read only local files in the accepted containers: a playlist disguised as a video would
 * make it fetch addresses. It dies with the process group of its parent.
 */
function ffmpeg(program: string, input: string, before: readonly string[], after: readonly string[]) {
  const limits = ["-protocol_whitelist", "file,pipe", "-format_whitelist", "mov,matroska"];
  const args = ["-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "2"];
  return run(program, [...args, ...limits, ...before, "-i", `file:${input}`, ...after]);
}

function run(program: string, args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    const pieces: Buffer[] = [];
    let bytes = 0;
    let errors = "";
    child.stdout.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > maxOutputBytes) child.kill("SIGKILL");
      else pieces.push(piece);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-maxErrorChars)));
    child.on("error", (error) => {
      const isMissing = "code" in error && (error.code === "ENOENT" || error.code === "EACCES");
      reject(isMissing ? new NoProgram(`There is no ${program}`) : error);
    });
    child.on("close", (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(pieces));
      const fault = errors.trim() || `ffmpeg ended with ${signal ?? code}`;
      return reject(/^Decoder \(.*\) not found/m.test(fault) ? new NoDecoder(fault) : new ProgramFault(fault));
    });
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Maps HDR to SDR: white paper at 203 cd/m² (ITU-R BT.2408) becomes nearly white, darker tones stay, and brighter ones are compressed into
 * the rest.
 */
const toneMap =
  "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:param=0.5:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p";

/** Scales first, because tone mapping costs time for each pixel. */
const filters = ({ width, height }: Size, isHdr: boolean) => [
  "-vf",
  [`scale=${width}:${height}`, "setsar=1", ...(isHdr ? [toneMap] : [])].join(","),
];

/** Runs `work` with tone mapping for HDR, and without it when this ffmpeg lacks the filter. */
async function withToneMapping<T>(isHdr: boolean, work: (isHdr: boolean) => Promise<T>): Promise<T> {
  if (!isHdr) return work(false);
  try {
    return await work(true);
  } catch (error) {
    if (error instanceof NoProgram || error instanceof NoDecoder) throw error;
    return work(false);
  }
}

export interface VideoOptions extends Size {
  readonly isHdr: boolean;
  readonly durationMs: number | null;
  /** The tracks to show and to play. */
  readonly picture?: Stream;
  readonly sound?: Stream | null;
}

interface Stream {
  /** A stream specifier. */
  readonly stream: string;
}

const firstPicture: Stream = { stream: "v:0" };

/** Renders one frame of a video, upright and in this size, as PNG. */
export async function stillOf(
  program: string,
  path: string,
  { isHdr, durationMs, picture = firstPicture, ...size }: VideoOptions,
): Promise<Buffer> {
  // The first frame is often dark.
  const second = Math.min(1, (durationMs ?? 0) / 3000);
  const at = (seconds: number) =>
    withToneMapping(isHdr, (isHdr) =>
      ffmpeg(program, path, seconds > 0 ? ["-ss", seconds.toFixed(2)] : [], [
        ...`-map 0:${picture.stream} -frames:v 1 -map_metadata -1`.split(" "),
        ...filters(size, isHdr),
        ..."-f image2pipe -c:v png pipe:1".split(" "),
      ]),
    );
  const still = await at(second);
  return still.length > 0 || second === 0 ? still : at(0);
}

/** The size limit of a playback version. The kernel enforces it; an honest video stays below by its bit rate. */
export const maxPlaybackBytes = 2 * 1024 ** 3;
const maxBitsPerSecond = 8_000_000;

/** A video may be longer than it says, but not by hours. */
const maxSecondsOf = (durationMs: number | null) =>
  Math.min(maxVideoMinutes * 60, durationMs === null ? Infinity : (2 * durationMs) / 1000 + 60);

/** Writes an MP4 that every browser plays: the index in front, one video and one audio track, no metadata. */
export async function transcode(
  program: string,
  path: string,
  { isHdr, durationMs, picture = firstPicture, sound, ...size }: VideoOptions,
  output: string,
): Promise<void> {
  const seconds = maxSecondsOf(durationMs);
  const bits = Math.floor(Math.min(maxBitsPerSecond, (0.9 * maxPlaybackBytes * 8) / seconds));
  await withToneMapping(isHdr, (isHdr) =>
    ffmpeg(
      program,
      path,
      [],
      [
        ...`-map 0:${picture.stream} -map 0:${sound?.stream ?? "a:0"}? -sn -dn -map_metadata -1 -map_chapters -1`.split(
          " ",
        ),
        ..."-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -profile:v high -fpsmax 60".split(" "),
        ...`-maxrate ${bits} -bufsize ${2 * bits} -t ${seconds}`.split(" "),
        ...filters(size, isHdr),
        ..."-c:a aac -b:a 128k -ac 2 -movflags +faststart -threads 2 -f mp4 -y".split(" "),
        `file:${output}`,
      ],
    ),
  );
}
