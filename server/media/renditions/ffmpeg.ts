import { spawn } from "node:child_process";

/** There is no such program on this machine. */
export class NoProgram extends Error {}

/** It ended with a fault; its last words are the message. */
export class ProgramFault extends Error {}

/** This program does not know how the picture or sound is coded. */
export class NoDecoder extends ProgramFault {}

/** A still picture in a lossless format has some ten megabytes. */
const mostOutputBytes = 128 * 1024 * 1024;
const mostWords = 2000;

/**
 * Runs ffmpeg and answers what it wrote to its output. It may read the containers that we take and local files, and nothing else: a
 * playlist that calls itself a video would have it fetch addresses. It dies with the process group it is started in.
 */
export function ffmpeg(program: string, input: string, before: readonly string[], after: readonly string[]) {
  const limits = ["-protocol_whitelist", "file,pipe", "-format_whitelist", "mov,matroska"];
  const args = ["-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "2"];
  return run(program, [...args, ...limits, ...before, "-i", `file:${input}`, ...after]);
}

function run(program: string, args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    const pieces: Buffer[] = [];
    let bytes = 0;
    let words = "";
    child.stdout.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > mostOutputBytes) child.kill("SIGKILL");
      else pieces.push(piece);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (words = (words + text).slice(-mostWords)));
    child.on("error", (error) => {
      const isMissing = "code" in error && (error.code === "ENOENT" || error.code === "EACCES");
      reject(isMissing ? new NoProgram(`There is no ${program}`) : error);
    });
    child.on("close", (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(pieces));
      const fault = words.trim() || `ffmpeg ended with ${signal ?? code}`;
      return reject(/^Decoder \(.*\) not found/m.test(fault) ? new NoDecoder(fault) : new ProgramFault(fault));
    });
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * HDR brought into what every screen shows: white paper at 203 cd/m² (ITU-R BT.2408) becomes nearly white, what is darker stays as it
 * is, and what is brighter is pressed into the rest.
 */
const toneMap =
  "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:param=0.5:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p";

/** Scaled before anything that costs by the pixel. */
const filters = ({ width, height }: Size, isHdr: boolean) => [
  "-vf",
  [`scale=${width}:${height}`, "setsar=1", ...(isHdr ? [toneMap] : [])].join(","),
];

/** With tone mapping where it is due, and without where this ffmpeg was built without it. */
async function toned<T>(isHdr: boolean, work: (isHdr: boolean) => Promise<T>): Promise<T> {
  if (!isHdr) return work(false);
  try {
    return await work(true);
  } catch (error) {
    if (error instanceof NoProgram || error instanceof NoDecoder) throw error;
    return work(false);
  }
}

export interface Footage extends Size {
  readonly isHdr: boolean;
  readonly durationMs: number | null;
  /** Which of its sounds is heard, counted from 0. */
  readonly sound?: number | null;
}

/** A picture out of a video, upright, of this size, as PNG. */
export async function stillOf(program: string, path: string, { isHdr, durationMs, ...size }: Footage): Promise<Buffer> {
  // The very first picture is often dark.
  const second = Math.min(1, (durationMs ?? 0) / 3000);
  const at = (seconds: number) =>
    toned(isHdr, (isHdr) =>
      ffmpeg(program, path, seconds > 0 ? ["-ss", seconds.toFixed(2)] : [], [
        ..."-map 0:v:0 -frames:v 1 -map_metadata -1".split(" "),
        ...filters(size, isHdr),
        ..."-f image2pipe -c:v png pipe:1".split(" "),
      ]),
    );
  const still = await at(second);
  return still.length > 0 || second === 0 ? still : at(0);
}

/** Writes an MP4 that every browser plays, with its index in front and nothing in it but picture and sound. */
export async function transcode(
  program: string,
  path: string,
  { isHdr, sound, ...size }: Footage,
  output: string,
): Promise<void> {
  await toned(isHdr, (isHdr) =>
    ffmpeg(
      program,
      path,
      [],
      [
        ...`-map 0:v:0 -map 0:a:${sound ?? 0}? -sn -dn -map_metadata -1 -map_chapters -1`.split(" "),
        ..."-c:v libx264 -preset veryfast -crf 23 -maxrate 8M -bufsize 16M -pix_fmt yuv420p -profile:v high -fpsmax 60".split(
          " ",
        ),
        ...filters(size, isHdr),
        ..."-c:a aac -b:a 128k -ac 2 -movflags +faststart -threads 2 -f mp4 -y".split(" "),
        `file:${output}`,
      ],
    ),
  );
}
