// Decision 126: how Google Takeout names the JSON beside a photo.

/** A Takeout cuts the name of a JSON after this many characters, and of a photo after one more. */
const cutAt = 46;
/** No note has a longer name, but for one that is not cut. */
const longest = 80;
const tail = ".supplemental-metadata";
/** What Google Photos calls an edited photo, in the languages of most Takeouts. */
const edited =
  /-(?:edited|bearbeitet|modifié|editado|editada|modificato|bewerkt|redigerad|redigeret|edytowane|編集済み|已修改)$/i;

/** The notes of one folder, by name. */
export type Notes<T> = ReadonlyMap<string, T>;

/** The key of a note by its file name, such as "IMG_1.jpg.supplemental-metadata(2).json". */
export function noteKey(fileName: string): string {
  const { plain, number } = takeNumber(fileName.replace(/\.json$/i, ""));
  return keyOf(plain, number);
}

/**
 * Finds the note of a photo: "IMG_1.jpg.json", "IMG_1.jpg.supplemental-metadata.json" and its cut forms. The number of a name that
 * came twice stands before the photo's ending and behind the note's name, or in the same place in both. An edited photo, and the film of a
 * Live Photo, have the note of their still.
 */
export function findNote<T>(notes: Notes<T>, photoName: string): T | undefined {
  const dot = photoName.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [photoName.slice(0, dot), photoName.slice(dot)] : [photoName, ""];
  for (const name of stemsOf(stem)) {
    const { plain, number } = takeNumber(name);
    const found =
      findCut(notes, plain + ending, number) ??
      (number === "" ? undefined : findCut(notes, name + ending, "")) ??
      notes.get(keyOf(name, "")) ??
      notes.get(keyOf(plain, number)) ??
      (films.test(ending) ? findStill(notes, plain, number) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name as it stands, and that of the photo which was edited. */
function stemsOf(stem: string): readonly string[] {
  const { plain, number } = takeNumber(stem);
  const original = plain.replace(edited, "");
  const cut = stem.length >= cutAt ? plain.replace(/-(?:e|ed|edi|edit|edite)?$/i, "") : plain;
  return [...new Set([stem, original + number, cut + number])];
}

/** The longest form first: a note of another photo with the same beginning may be shorter. */
function findCut<T>(notes: Notes<T>, photo: string, number: string): T | undefined {
  const full = photo + tail;
  for (let length = Math.min(full.length, longest); length >= Math.min(photo.length, cutAt); length -= 1) {
    const found = notes.get(keyOf(full.slice(0, length), number));
    if (found !== undefined) return found;
  }
  return notes.get(keyOf(photo, number));
}

const films = /^\.(?:mp4|mov|m4v)$/i;
/** Endings of the still beside which the film of a Live Photo lies. */
const stills = [".HEIC", ".heic", ".JPG", ".jpg", ".JPEG", ".jpeg"];

function findStill<T>(notes: Notes<T>, plain: string, number: string): T | undefined {
  for (const ending of stills) {
    const found = findCut(notes, plain + ending, number);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Takes "(2)" off the end of a name. */
function takeNumber(name: string): { readonly plain: string; readonly number: string } {
  const number = /\(\d{1,5}\)$/.exec(name)?.[0] ?? "";
  return { plain: name.slice(0, name.length - number.length), number };
}

const keyOf = (name: string, number: string) => `${name}\n${number}`;
