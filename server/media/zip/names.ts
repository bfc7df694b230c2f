import { withoutHidden } from "#contract/plain-text.ts";
import { forEachYielding } from "./for-each-yielding.ts";

/** Control characters, line breaks, and halves of characters. */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;
const reserved = /[<>:"/\\|?*]/g;
/** Windows gives these names to devices, with every extension, and ignores spaces before it. */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(\.|$))/i;
/** File systems take 255 bytes; the rest is for a number and for what programs add when they unpack. */
const maxBytes = 200;

/**
 * Makes a file or folder name that all common systems can unpack: no slashes, no hidden characters but those that emoji and spelling need,
 * not hidden itself, not reserved, at most 200 bytes of UTF-8. Never empty.
 */
export function safeName(name: string): string {
  const plain = withoutHidden(name).normalize("NFC").replaceAll(unwanted, "").replaceAll(reserved, "-");
  const bare = plain.replaceAll(/^[\s.]+|[\s.]+$/gu, "").replace(devices, "_$1");
  return shorten(bare) || "photo";
}

/** Splits a text into what people call letters, so that no emoji is cut in two. */
const letters = new Intl.Segmenter();

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const { stem, ending } = split(name);
  let room = maxBytes - Buffer.byteLength(ending);
  let kept = "";
  for (const { segment } of letters.segment(stem)) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    kept += segment;
  }
  return kept.replace(/[\s.]+$/u, "") + ending;
}

/** Splits off the extension. More than ten letters after a dot are no extension. */
function split(name: string): { stem: string; ending: string } {
  const ending = /\.[^./\s]{1,10}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/**
 * Makes a path for each list of folders and file name. Paths are safe and unique, also on file systems that ignore case: the second of two equal ones
 * gets " (2)". A file for which `beside` is true gets the name of the one before it, with its own extension. Yields to other requests
 * meanwhile.
 */
export async function pathsOf(
  given: readonly (readonly string[])[],
  beside: (i: number) => boolean = () => false,
): Promise<string[]> {
  const safe: string[][] = [];
  const taken = new Set<string>();
  await forEachYielding(given, (segments) => {
    const parts = segments.map(safeName);
    safe.push(parts);
    for (let depth = 1; depth < parts.length; depth++) taken.add(keyOf(parts.slice(0, depth).join("/")));
  });
  const nameGroup = groupNames(taken);
  const paths: string[] = [];
  await forEachYielding(safe, (parts, i) => {
    // Already named together with the file before it.
    if (i < paths.length) return;
    const others: string[] = [];
    for (let next = i + 1; next < safe.length && beside(next); next++) others.push(safe[next]!.at(-1)!);
    paths.push(...nameGroup(parts.join("/"), others));
  });
  return paths;
}

/**
 * Returns a function that makes unique paths for a file and those beside it, from a safe path and their safe names. It ends before the
 * first of them whose extension another one has. `taken` holds the paths that nothing may get, and the function adds to it.
 */
export function groupNames(taken = new Set<string>()): (wanted: string, beside: readonly string[]) => string[] {
  const used = new Map<string, number>();
  return (wanted, beside) => {
    const { stem, ending } = split(wanted);
    const endings = [ending];
    for (const name of beside) {
      const own = split(name).ending;
      if (endings.some((other) => keyOf(other) === keyOf(own))) break;
      endings.push(own);
    }
    const named = (number: number) =>
      endings.map((own) => (number === 1 ? `${stem}${own}` : `${stem} (${number})${own}`));
    let number = used.get(keyOf(wanted)) ?? 1;
    while (named(number).some((path) => taken.has(keyOf(path)))) number += 1;
    used.set(keyOf(wanted), number);
    const paths = named(number);
    for (const path of paths) taken.add(keyOf(path));
    return paths;
  };
}

const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The form in which paths are compared. File systems compare upper or lower case, composed or decomposed letters, and some ignore joiners:
 * names that are one for any of them get one key. Both cases in turn, because `σ` and `ς`, `ß` and `ẞ`, or `i` and `ı` are one in one of
 * them only. `İ` becomes an `I` and a dot above, which goes.
 */
const keyOf = (path: string) =>
  path
    .normalize("NFKD")
    .replaceAll(ignorable, "")
    .toLowerCase()
    .toUpperCase()
    .normalize("NFKD")
    .replaceAll("I\u0307", "I");
