import { inTurns } from "./turns.ts";

/** What file systems keep for themselves, and directions and joiners that make a name read as another. A family of emoji may stay together. */
const unwanted = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const reserved = /[<>:"/\\|?*]/g;
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
/** File systems take 255 bytes; some room is left for a number and for whoever unpacks. */
const mostBytes = 200;

/**
 * One name of a file or folder that every common system can unpack: no slashes, no control or direction characters, nothing
 * hidden or reserved, at most 200 bytes of UTF-8. Never empty.
 */
export function safeName(name: string): string {
  const plain = name.normalize("NFC").replaceAll(unwanted, "").replaceAll(reserved, "-");
  const bare = plain.replaceAll(/^[\s.]+|[\s.]+$/gu, "").replace(devices, "_$1");
  return shorten(bare) || "photo";
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= mostBytes) return name;
  const { stem, ending } = split(name);
  let room = mostBytes - Buffer.byteLength(ending);
  let kept = "";
  for (const letter of stem) {
    room -= Buffer.byteLength(letter);
    if (room < 0) break;
    kept += letter;
  }
  return kept.replace(/[\s.]+$/u, "") + ending;
}

/** The ending that tells programs what a file is stays; a long one is none. */
function split(name: string): { stem: string; ending: string } {
  const ending = /\.[^./\s]{1,10}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/**
 * A path for each list of folders and file name, safe and unlike all others also where case does not count: of two alike the
 * second gets " (2)". Where `beside` says so, a file lies beside the one before it and goes by the same name, but for its ending.
 * Many of them take a while, in which others have their turns.
 */
export async function pathsOf(
  places: readonly (readonly string[])[],
  beside: (i: number) => boolean = () => false,
): Promise<string[]> {
  const safe: string[][] = [];
  const taken = new Set<string>();
  await inTurns(places, (place) => {
    const parts = place.map(safeName);
    safe.push(parts);
    for (let depth = 1; depth < parts.length; depth++) taken.add(keyOf(parts.slice(0, depth).join("/")));
  });
  const used = new Map<string, number>();
  const paths: string[] = [];
  await inTurns(safe, (parts, i) => {
    // Named together with the one before.
    if (i < paths.length) return;
    const wanted = parts.join("/");
    const { stem, ending } = split(wanted);
    const endings = [ending];
    for (let next = i + 1; next < safe.length && beside(next); next++) {
      const own = split(safe[next]!.at(-1)!).ending;
      if (endings.some((other) => keyOf(other) === keyOf(own))) break;
      endings.push(own);
    }
    const named = (number: number) =>
      endings.map((own) => (number === 1 ? `${stem}${own}` : `${stem} (${number})${own}`));
    let number = used.get(keyOf(wanted)) ?? 1;
    while (named(number).some((path) => taken.has(keyOf(path)))) number += 1;
    used.set(keyOf(wanted), number);
    for (const path of named(number)) {
      taken.add(keyOf(path));
      paths.push(path);
    }
  });
  return paths;
}

const keyOf = (path: string) => path.normalize("NFKC").toLowerCase();
