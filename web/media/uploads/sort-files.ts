import { locale } from "#contract/locale.ts";
/** What the server takes, as `GET /api/public/config` tells it. */
export interface UploadLimits {
  /** Bytes. */
  readonly maxImageBytes: number;
  readonly maxVideoBytes: number;
  readonly maxFilesPerUpload: number;
  readonly imageTypes: readonly string[];
  readonly videoTypes: readonly string[];
}

export interface SortedFiles {
  readonly taken: readonly File[];
  readonly refused: readonly { readonly file: File; readonly sentence: string }[];
  /** How many were left out because there were too many at once. */
  readonly tooMany: number;
}

/** Tells the files that may be uploaded from those that the server would refuse anyway. */
export function sortFiles(files: readonly File[], limits: UploadLimits): SortedFiles {
  const within = files.slice(0, limits.maxFilesPerUpload);
  const judged = within.map((file) => ({ file, sentence: faultOf(file, limits) }));
  return {
    taken: judged.flatMap(({ file, sentence }) => (sentence === undefined ? file : [])),
    refused: judged.flatMap(({ file, sentence }) => (sentence === undefined ? [] : { file, sentence })),
    tooMany: files.length - within.length,
  };
}

/** What browsers call .m4v, and the server by what is in it. */
const m4v = "video/x-m4v";
const nameOf = (type: string) => (type === m4v ? "video/mp4" : type);

function faultOf(file: File, limits: UploadLimits): string | undefined {
  const { imageTypes, videoTypes, maxImageBytes, maxVideoBytes } = limits;
  const isVideo = videoTypes.includes(nameOf(file.type));
  // A system that does not know a type says nothing; the server looks into the file anyway.
  const isUnknown = file.type === "";
  if (!isVideo && !isUnknown && !imageTypes.includes(file.type))
    return `Only photos (${namesOf(imageTypes)}) and videos (${namesOf(videoTypes)}) can be added here.`;
  if (file.size === 0) return "This file is empty.";
  const most = isVideo || isUnknown ? maxVideoBytes : maxImageBytes;
  if (file.size > most) return `This ${isVideo ? "video" : "photo"} is too large: at most ${megabytes(most)} each.`;
  return undefined;
}

/** What a picker of files is to offer. */
export const acceptOf = (limits: UploadLimits | undefined): string =>
  limits
    ? [...limits.imageTypes, ...limits.videoTypes, ...(limits.videoTypes.includes(nameOf(m4v)) ? [m4v] : [])].join(",")
    : "image/*,video/*";

/** "Photos up to 10 MB, videos up to 512 MB". */
export const sizesOf = ({ maxImageBytes, maxVideoBytes }: UploadLimits): string =>
  `Photos up to ${megabytes(maxImageBytes)}, videos up to ${megabytes(maxVideoBytes)}`;

const names: Readonly<Record<string, string>> = {
  "image/webp": "WebP",
  "video/webm": "WebM",
  "video/quicktime": "MOV",
};

/** "JPEG, PNG and WebP" of the types. */
export function namesOf(types: readonly string[]): string {
  const told = types.map((type) => names[type] ?? type.replace(/^\w+\//, "").toUpperCase());
  return new Intl.ListFormat(locale).format(told);
}

/** "10 MB". */
export const megabytes = (bytes: number): string =>
  `${(bytes / 1_048_576).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`;
