import { createHash } from "node:crypto";
import type { Found } from "../../media/inspect/inspect.ts";
import type { Shot, View } from "./drawing/draw.ts";

export interface DrawTask {
  /** Its files lie under this id. */
  readonly id: string;
  readonly shot: Shot;
}

/** What is known of a drawing whose files are all in the store. */
export interface Drawn {
  readonly found: Found;
  /** A ThumbHash, base64. */
  readonly placeholder: string;
}

export type Reel = ReadonlyMap<View, Drawn & { readonly id: string }>;

export interface ReelStore {
  readReel(): Promise<Reel>;
  /** Runs `work` while no other server of this database does, and keeps what it answers. */
  addToReel(work: (known: Reel) => Promise<Reel>): Promise<void>;
}

/**
 * The photos of the demo, drawn when somebody needs them first, and once for the whole database. Drawing takes seconds of another
 * process's time, and whoever asks meanwhile waits for the same drawings.
 */
export function openReel(
  store: ReelStore,
  shots: readonly Shot[],
  draw: (task: DrawTask) => Promise<Drawn>,
): () => Promise<Reel> {
  let drawing: Promise<void> | undefined;

  const missingFrom = (known: Reel) => shots.filter(({ view }) => !known.has(view));
  const drawMissing = () =>
    store.addToReel(
      async (known) =>
        new Map(
          await Promise.all(
            missingFrom(known).map(async (shot) => {
              const id = idOf(shot.view);
              return [shot.view, { id, ...(await draw({ id, shot })) }] as const;
            }),
          ),
        ),
    );

  return async () => {
    const known = await store.readReel();
    if (missingFrom(known).length === 0) return known;
    drawing ??= drawMissing().finally(() => (drawing = undefined));
    await drawing;
    return store.readReel();
  };
}

/** A UUID of its own kind (version 8) for each view, so that a drawing broken off is drawn over and nothing of it lies about. */
function idOf(view: View): string {
  const bytes = createHash("sha256").update(`photo of the demo: ${view}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
