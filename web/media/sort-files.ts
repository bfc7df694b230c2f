/** What the server takes, as `GET /api/public/config` tells it. */
export interface UploadLimits {
  /** Bytes. */
  readonly maxImageBytes: number;
  readonly maxFilesPerUpload: number;
  readonly imageTypes: readonly string[];
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

function faultOf(file: File, { imageTypes, maxImageBytes }: UploadLimits): string | undefined {
  // A system that does not know a type says nothing; the server looks into the file anyway.
  if (file.type !== "" && !imageTypes.includes(file.type))
    return `Only ${namesOf(imageTypes)} photos can be added here.`;
  if (file.size === 0) return "This file is empty.";
  if (file.size > maxImageBytes) return `This photo is too large: at most ${megabytes(maxImageBytes)} each.`;
  return undefined;
}

/** "JPEG, PNG and WebP" of the types. */
export function namesOf(types: readonly string[]): string {
  const names = types.map((type) => {
    const name = type.replace(/^\w+\//, "");
    return name === "webp" ? "WebP" : name.toUpperCase();
  });
  return new Intl.ListFormat("en-GB").format(names);
}

/** "10 MB". */
export const megabytes = (bytes: number): string =>
  `${(bytes / 1_048_576).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB`;
