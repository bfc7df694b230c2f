/** What an entry of a zip is to us. */
type EntryKind = "photo" | "note" | "other" | "ignored";

/** The name of an entry, as a person reads it. */
export interface EntryName {
  readonly kind: EntryKind;
  /** Without folders. */
  readonly name: string;
  readonly folder: string;
  readonly type: string;
}

const types: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  jpe: "image/jpeg",
  jfif: "image/jpeg",
  png: "image/png",
  apng: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
  heic: "image/heic",
  heif: "image/heif",
  hif: "image/heif",
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  qt: "video/quicktime",
  webm: "video/webm",
};

/** Files beside photos that are neither photos nor missed by anybody. */
const settings = /\.(?:json|html?|txt|md|csv|xml|xmp|aae|vcf|ics|ini|db|plist|lnk|url|log|css|js)$/i;

/** Halves of letters, which no text may hold. */
const halves = /\p{Cs}/gu;
/** Longer names are cut, as a photo's name is. */
const maxName = 255;

/** Reads the path of an entry: with either slash, in either form of umlauts, and never as a place on a disk. */
export function nameEntry(path: string): EntryName {
  const steps = path
    .normalize("NFC")
    // oxlint-disable-next-line no-control-regex -- a name may hold them, and nobody can read them
    .replaceAll(/[\u0000-\u001f\u007f]/g, "")
    .split(/[/\\]/)
    .filter((step) => step !== "" && step !== "." && step !== "..");
  const name = (steps.pop() ?? "").slice(-maxName).replaceAll(halves, "");
  const folder = steps.join("/").replaceAll(halves, "");
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const type = Object.hasOwn(types, ending) ? types[ending]! : "";
  return { kind: kindOf(name, steps, ending), name, folder, type };
}

function kindOf(name: string, folders: readonly string[], ending: string): EntryKind {
  if (name === "" || name.startsWith(".") || folders.some((one) => one === "__MACOSX" || one.startsWith(".")))
    return "ignored";
  // `hasOwn`, because a name may end in ".constructor".
  if (Object.hasOwn(types, ending)) return "photo";
  if (ending === "json") return /^metadata(?:\(\d+\))?\.json$/i.test(name) ? "ignored" : "note";
  return settings.test(name) ? "ignored" : "other";
}
