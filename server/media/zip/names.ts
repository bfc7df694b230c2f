import { forEachYielding } from "./for-each-yielding.ts";

/** Control characters, and formatting characters that disguise a name. The joiner of emoji (U+200D) stays. */
const unwanted = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const reserved = /[<>:"/\\|?*]/g;
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
/** File systems take 255 bytes; the rest is for a number and for what programs add when they unpack. */
const maxBytes = 200;

/**
 * Makes a file or folder name that all common systems can unpack: no slashes, no control or direction characters, not hidden, not
 * reserved, at most 200 bytes of UTF-8. Never empty.
 */
export function safeName(name: string): string {
  const plain = name.normalize("NFC").replaceAll(unwanted, "").replaceAll(reserved, "-");
  const bare = plain.replaceAll(/^[\s.]+|[\s.]+$/gu, "").replace(devices, "_$1");
  return shorten(bare) || "photo";
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const { stem, ending } = split(name);
  let room = maxBytes - Buffer.byteLength(ending);
  let kept = "";
  for (const letter of stem) {
    room -= Buffer.byteLength(letter);
    if (room < 0) break;
    kept += letter;
  }
  return kept.replace(/[\s.]+$/u, "") + ending;
}

/** Splits off the extension. More than ten letters after a dot are no extension. */
function split(name: string): { stem: string; ending: string } {
  const ending = /\.[^./\s]{1,10}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/**
 * Makes a path for each list of folders and file name. Paths are safe and unique, also when case is ignored: the second of two equal ones
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

const keyOf = (path: string) => path.normalize("NFKC").toLowerCase();
