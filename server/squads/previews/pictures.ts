import { buffer } from "node:stream/consumers";
import type { ReadOpenPicture } from "../../media/objects/read-picture.ts";
import type { Painter } from "../../media/painter/open-painter.ts";
import { newId } from "../../platform/db/id.ts";
import type { BlobKey, Blobs } from "../../platform/blobs/blobs.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Task } from "./draw.ts";
import { type Kept, type PreviewedSquad, lookOf, pictureOf } from "./previews.ts";

interface Parts {
  readonly painter: Painter<Task>;
  readonly blobs: Blobs;
  readonly readOpenPicture: ReadOpenPicture;
  readonly store: {
    findKept(squadId: string): Promise<Kept | undefined>;
    keep(squadId: string, kept: Kept): Promise<void>;
  };
  readonly log: (line: string) => void;
}

/** The maximum of pictures in the making; one takes half a second, and they are drawn one after the other. */
const maxRunning = 16;

/** The file of a kept picture has the name of a rendition, so that the clean-up removes it like one. */
const keyOf = (id: string): BlobKey => `${id}/large`;

/** Returns the pictures of links: each is made once and kept until it would look different. */
export function previewPictures({ painter, blobs, readOpenPicture, store, log }: Parts) {
  const running = new Map<string, Promise<Buffer>>();
  let ofProduct: Promise<Buffer> | undefined;

  /** Requests for the same picture at once share the work. */
  function once(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const shared = running.get(key);
    if (shared) return shared;
    if (running.size >= maxRunning) throw new Problem("unavailable", "picture_not_drawn", { retryAfter: 2 });
    const made = make().finally(() => running.delete(key));
    running.set(key, made);
    return made;
  }

  async function readKept(id: string): Promise<Buffer | null> {
    const blob = await blobs.open(keyOf(id));
    return blob && (Buffer.isBuffer(blob.body) ? blob.body : buffer(blob.body));
  }

  /** A picture that cannot be kept is drawn again next time. */
  async function keep(squadId: string, look: Buffer, bytes: Buffer): Promise<void> {
    const id = newId();
    try {
      await blobs.put(keyOf(id), bytes);
      await store.keep(squadId, { id, look });
    } catch (error) {
      log(`The picture of a link could not be kept: ${error instanceof Error ? error.message : String(error)}`);
      await blobs.remove(keyOf(id)).catch(() => {});
    }
  }

  async function make(squad: PreviewedSquad, kept: Kept | undefined): Promise<Buffer> {
    const { id, cover } = squad;
    const photo = cover === null ? null : await readOpenPicture(cover);
    // Without its cover, for the moment or for good, the squad has its drawing.
    const look = lookOf(squad, photo && cover);
    const before = kept?.look.equals(look) ? await readKept(kept.id) : null;
    if (before) return before;
    const bytes = await painter.draw({ picture: pictureOf(squad), photo: photo?.toString("base64") ?? null }, id);
    await keep(id, look, bytes);
    return bytes;
  }

  return {
    async ofSquad(squad: PreviewedSquad): Promise<Buffer> {
      const look = lookOf(squad, squad.cover);
      const kept = await store.findKept(squad.id);
      const ready = kept?.look.equals(look) ? await readKept(kept.id) : null;
      return ready ?? once(`${squad.id} ${look.toString("hex")}`, () => make(squad, kept));
    },
    /** The picture of the product, which stays in memory: it is the same for every page. */
    ofProduct(): Promise<Buffer> {
      ofProduct ??= painter
        .draw({ picture: { kind: "product", scene: "barrel" }, photo: null }, "the product")
        .catch((error: unknown) => {
          ofProduct = undefined;
          throw error;
        });
      return ofProduct;
    },
  };
}
