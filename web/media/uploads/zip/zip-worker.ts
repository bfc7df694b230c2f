import { listPhotos } from "./list-photos.ts";
import { type OpenZip, openZip } from "./read-zip.ts";
import { maxNoteBytes, readNote } from "./read-note.ts";
import { type EntryPlace, ZipFault } from "./zip-photo.ts";
import type { OpenedPhoto, ZipAnswer, ZipQuestion } from "./zip-messages.ts";

/** The lists of zips that were opened last, by the names that the page gave these. */
const zips = new Map<string, Promise<OpenZip>>();
const maxZips = 24;

addEventListener("message", ({ data: { id, question } }: MessageEvent<{ id: number; question: ZipQuestion }>) => {
  void answer(question).then(
    (given) => postMessage({ id, ...given } satisfies ZipAnswer),
    (error: unknown) =>
      postMessage({ id, fault: error instanceof ZipFault ? error.message : unknown } satisfies ZipAnswer),
  );
});

const unknown = "This could not be read. Please try again.";

async function answer(question: ZipQuestion) {
  if (question.kind === "open") return { opened: await open(question) };
  const listed = await Promise.all(
    question.zips.map(async (zip) => {
      try {
        return (await zipOf(zip)).entries;
      } catch (error) {
        return { fault: error instanceof ZipFault ? error.message : unknown };
      }
    }),
  );
  return { listing: listPhotos(listed) };
}

async function open({ zips, photo }: Extract<ZipQuestion, { kind: "open" }>): Promise<OpenedPhoto> {
  const entryOf = async ([zip, entry]: EntryPlace, type: string) => (await zipOf(zips[zip]!)).read(entry, type);
  const file = await entryOf(photo.place, photo.type);
  const size = photo.note && (await zipOf(zips[photo.note[0]]!)).entries[photo.note[1]]?.size;
  if (!photo.note || size === undefined || size > maxNoteBytes) return { file };
  // A photo goes without a note that cannot be read.
  const note = await entryOf(photo.note, "").then(
    async (blob) => readNote(await blob.text()),
    () => ({}),
  );
  return { file, ...note };
}

function zipOf({ key, file }: { readonly key: string; readonly file: Blob }): Promise<OpenZip> {
  const known = zips.get(key);
  if (known) return known;
  const opening = openZip(file);
  zips.set(key, opening);
  opening.catch(() => zips.delete(key));
  const [oldest] = zips.keys();
  if (zips.size > maxZips && oldest !== undefined) zips.delete(oldest);
  return opening;
}
