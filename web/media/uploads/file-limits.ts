import { listed, locale } from "#contract/locale.ts";
import { storedType } from "./accepted-types.ts";

/** The limits that `GET /api/public/config` returns. */
export interface UploadLimits {
  /** Bytes. */
  readonly maxImageBytes: number;
  readonly maxVideoBytes: number;
  readonly maxFilesPerUpload: number;
  readonly imageTypes: readonly string[];
  readonly videoTypes: readonly string[];
}

/** Why one of the chosen files cannot be uploaded. */
export interface FileFault {
  readonly sentence: string;
  /** There are `maxFilesPerUpload` files before it, so it can be uploaded after them. */
  readonly isTooMany: boolean;
}

/** Returns for each file why the server would refuse it, or undefined. */
export function findFaults(files: readonly File[], limits: UploadLimits): readonly (FileFault | undefined)[] {
  const max = limits.maxFilesPerUpload;
  let taken = 0;
  return files.map((file) => {
    const sentence = faultOf(file, limits);
    if (sentence !== undefined) return { sentence, isTooMany: false };
    taken += 1;
    return taken > max
      ? { sentence: `Only ${max} files go at a time. This one can go next.`, isTooMany: true }
      : undefined;
  });
}

/** Why the server would refuse a file, or undefined. */
export function faultOf(file: Pick<File, "type" | "size">, limits: UploadLimits): string | undefined {
  const { imageTypes, videoTypes, maxImageBytes, maxVideoBytes } = limits;
  const type = storedType(file.type);
  const isVideo = videoTypes.includes(type);
  // Some systems do not know newer types. The server inspects the file anyway.
  const isUnknown = type === "";
  if (!isVideo && !isUnknown && !imageTypes.includes(type))
    return `Only photos (${namesOf(imageTypes)}) and videos (${namesOf(videoTypes)}) can be added here.`;
  if (file.size === 0) return "This file is empty.";
  const maxBytes = isVideo || isUnknown ? maxVideoBytes : maxImageBytes;
  if (file.size > maxBytes)
    return isVideo
      ? `This video is too large: at most ${megabytes(maxBytes)} each.`
      : `This photo is too large: at most ${megabytes(maxBytes)} each.`;
  return undefined;
}

/** "Photos up to 10 MB, videos up to 512 MB, 20 at a time". */
export const hintOf = ({ maxImageBytes, maxVideoBytes, maxFilesPerUpload }: UploadLimits): string =>
  `Photos up to ${megabytes(maxImageBytes)}, videos up to ${megabytes(maxVideoBytes)}, ${maxFilesPerUpload} at a time`;

const names: Readonly<Record<string, string>> = {
  "image/webp": "WebP",
  "video/webm": "WebM",
  "video/quicktime": "MOV",
};

/** Names types for people: "JPEG, PNG and WebP". */
export function namesOf(types: readonly string[]): string {
  const named = types.map((type) => names[type] ?? type.replace(/^\w+\//, "").toUpperCase());
  return listed(named);
}

/** "10 MB". */
export const megabytes = (bytes: number): string =>
  `${(bytes / 1_048_576).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`;
