/** The type that browsers give .m4v files; the server finds MP4 in them. */
const m4v = "video/x-m4v";

/** The type that the server finds in a file of this type. */
export const storedType = (type: string): string => (type === m4v ? "video/mp4" : type);

interface Types {
  readonly imageTypes: readonly string[];
  readonly videoTypes: readonly string[];
}

/** The `accept` attribute of a file input. */
export const acceptOf = (limits: Types | undefined): string =>
  limits
    ? [...limits.imageTypes, ...limits.videoTypes, ...(limits.videoTypes.includes(storedType(m4v)) ? [m4v] : [])].join(
        ",",
      )
    : "image/*,video/*";
