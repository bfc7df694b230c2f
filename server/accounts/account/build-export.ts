import path from "node:path";
import type { Ground } from "../../schema/ground.ts";
import type { Config } from "../../platform/config/config.ts";
import type { OwnFile, RecordsOf } from "../../schema/own-records.ts";
import { notSignedIn } from "../../platform/http/serve.ts";
import { clocksOf } from "../../media/clocks/local-clock-store.ts";
import { localClocks } from "../../media/clocks/local-clock.ts";
import { albumsWithoutClocks } from "../../media/own-records-store.ts";
import { limitConcurrency } from "../../media/processes/limit-concurrency.ts";
import { type ScratchFile, openScratchFile } from "../../media/zip/scratch-file.ts";
import { layOutExport } from "./export.ts";
import type { MadeExport } from "./kept-layouts.ts";
import { accountStore } from "./store.ts";

interface Parts extends Pick<Ground, "database" | "blobs"> {
  readonly config: Pick<Config, "dataDir">;
  readonly recordsOf: RecordsOf;
}

/** Others wait, so that exports leave the database and the disk to everybody else. */
const maxBuilds = 2;

/**
 * Returns a function that writes the export of a person to the disk. `goOn` throws to give up. 401 if the account was deleted. The caller
 * closes the export.
 */
export function buildExports({ database, blobs, config: { dataDir }, recordsOf }: Parts) {
  const store = accountStore(database);
  const clocks = clocksOf(database);
  const limit = limitConcurrency(maxBuilds);
  const isThere = async ({ id, size }: OwnFile) => (await blobs.sizeOf(`${id}/original`)) === size;
  const folder = path.join(dataDir, "exports");

  return (userId: string, timeZone: string, goOn: () => void): Promise<MadeExport> =>
    limit(async () => {
      goOn();
      const now = new Date();
      const scratch: ScratchFile[] = [];
      const openScratch = async () => {
        const file = await openScratchFile(folder);
        scratch.push(file);
        return file;
      };
      const close = async () => void (await Promise.all(scratch.map((file) => file.close())));
      try {
        const [texts, photos] = [await openScratch(), await openScratch()];
        const clockOf = localClocks(await clocks(await albumsWithoutClocks(database, userId), now), timeZone);
        const today = new Date(now.toISOString().slice(0, 10));
        const records = await recordsOf(userId);
        const isOpen = async () => (await store.user(userId)) !== null;
        const layout = await layOutExport({ records, isOpen, isThere, clockOf, today, texts, photos, goOn });
        if (!layout) throw notSignedIn();
        return { layout, close };
      } catch (error) {
        await close();
        throw error;
      }
    });
}
