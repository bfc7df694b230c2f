/** Types that browsers give to files in which the server finds another one. */
const otherNames: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/apng": "image/png",
  "image/heic-sequence": "image/heic",
  "image/heif-sequence": "image/heif",
  "image/avif-sequence": "image/avif",
  "video/x-m4v": "video/mp4",
};

/** The type that the server finds in a file of this type. */
export const storedType = (type: string): string => otherNames[type] ?? type;

interface Types {
  readonly imageTypes: readonly string[];
  readonly videoTypes: readonly string[];
}

/** The `accept` attribute of a file input. */
export function acceptOf(limits: Types | undefined): string {
  if (!limits) return "image/*,video/*";
  const types = [...limits.imageTypes, ...limits.videoTypes];
  return [...types, ...Object.keys(otherNames).filter((name) => types.includes(storedType(name)))].join(",");
}
