import type { Import } from "#contract/library.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { ResyncResult, ResyncStatus } from "#contract/library.ts";
import { plural } from "#contract/locale.ts";
import { textOf } from "#contract/refusal-texts.ts";
import type { Ground } from "../../schema/ground.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Storage } from "../storage/storage.ts";
import { type UploadLimits, demandRoom } from "../uploads/quota.ts";
import type { ImportRow, ImportStore, Target } from "./import-store.ts";
import type { ImportWrites } from "./import-writes-store.ts";
import { importQueue } from "./importing.ts";
import type { Selections } from "./selections.ts";
import type { LibraryStore } from "./store.ts";

interface Parts extends Pick<Ground, "database" | "jobs"> {
  readonly store: LibraryStore;
  readonly imports: ImportStore;
  readonly writes: ImportWrites;
  readonly selections: Selections;
  readonly limits: UploadLimits;
  readonly storage: Storage;
}

/** The maximum of running imports of one person. */
const maxRunning = 100;
/** A re-sync replies after this time at the latest; slower imports continue. */
const maxWaitMs = 12_000;
const pollMs = 250;

/** Starts, lists, cancels and repeats imports. The caller has checked that `userId` may add photos to `target`. */
export function importsOf({ database, jobs, store, imports, writes, selections, limits, storage }: Parts) {
  async function settle(ids: readonly string[]): Promise<ImportRow[]> {
    for (const until = Date.now() + maxWaitMs; ; await sleep(pollMs)) {
      const rows = await imports.findByIds(ids);
      if (rows.every(({ state }) => !isRunning(state)) || Date.now() > until) return rows;
    }
  }

  return {
    async begin(userId: string, target: Target, sessionId: string, itemIds: readonly string[]): Promise<Import[]> {
      const session = await selections.demand(userId, sessionId);
      const wanted = new Set(itemIds);
      const picks = (await store.picksOf(session.id)).filter(({ itemId }) => wanted.has(itemId));
      if (picks.length < wanted.size) throw new Problem("not_found", "not_picked");
      if (picks.some(({ isReady }) => !isReady)) throw new Problem("conflict", "library_prepares_video");
      if ((await imports.countRunning(userId)) + picks.length > maxRunning)
        throw new Problem("too_many_requests", "imports_under_way");
      demandRoom(await imports.load(userId), 0, limits);
      await storage.demandSpace(userId, target.squadId, picks.length);
      await database.transact(async (tx) => {
        const ids = await writes.begin(tx, userId, target, session.id, picks);
        await jobs.send(tx, importQueue, ...ids.map((id) => ({ id, userId })));
      });
      jobs.wake(importQueue);
      return (await imports.findAll(userId, target, itemIds)).map(toImport);
    },

    current: async (userId: string, target: Target): Promise<Import[]> =>
      (await imports.current(userId, target)).map(toImport),

    async stop(userId: string, target: Target): Promise<void> {
      for (const sessionId of await writes.stop(userId, target)) await selections.end(userId, sessionId);
    },

    async status(userId: string, target: Target): Promise<ResyncStatus> {
      const [ids, failed] = await Promise.all([imports.existing(userId, target), imports.failed(userId, target)]);
      return {
        existingImports: ids.length,
        existingGooglePhotosIds: ids,
        canResync: failed.some(canRefetch),
        failed: failed.map(toFailedImport),
      };
    },

    async resync(userId: string, target: Target, maxPhotos: number): Promise<ResyncResult> {
      const failed = (await imports.failed(userId, target)).slice(0, maxPhotos);
      const again = failed.filter(canRefetch).map(({ id }) => id);
      await database.transact(async (tx) => {
        await writes.beginAgain(tx, again);
        await jobs.send(tx, importQueue, ...again.map((id) => ({ id, userId })));
      });
      jobs.wake(importQueue);
      const rows = await settle(again);
      const imported = rows.filter(({ state }) => state === "done");
      const errors = [...rows.filter(({ state }) => state === "failed"), ...failed.filter((row) => !canRefetch(row))];
      const underWay = rows.filter(({ state }) => isRunning(state)).length;
      return {
        success: errors.length === 0,
        message: messageOf(failed.length, imported.length, errors.length, underWay),
        results: {
          totalPhotosChecked: failed.length,
          imported: imported.map(({ itemId, fileName, mediaId }) => ({ id: itemId, fileName, mediaId: mediaId! })),
          errors: errors.map(toFailedImport),
          existingImports: (await imports.existing(userId, target)).length,
          underWay,
        },
      };
    },
  };
}

const isRunning = (state: ImportRow["state"]) => state === "waiting" || state === "running";

/** Whether a retry may succeed: the file was not refused for its content, and its selection has not ended. */
const canRefetch = ({ isFinal, hasSession }: ImportRow) => !isFinal && hasSession;

const toFailedImport = (row: ImportRow) => ({
  id: row.itemId,
  fileName: row.fileName,
  error:
    row.isFinal || row.hasSession
      ? textOf(row.fault ?? { key: "import_did_not_arrive" })
      : textOf({ key: "import_selection_ended" }),
  canRefetch: canRefetch(row),
});

function messageOf(checked: number, imported: number, failed: number, underWay: number): string {
  if (checked === 0) return "Nothing is missing.";
  const parts = [
    plural(checked, {
      one: `${imported} of ${checked} photo is here now.`,
      other: `${imported} of ${checked} photos are here now.`,
    }),
    underWay > 0 && `${underWay} still on the way.`,
    failed > 0 && `${failed} did not come.`,
  ];
  return parts.filter(Boolean).join(" ");
}

const toImport = (row: ImportRow): Import => ({
  id: row.id,
  itemId: row.itemId,
  fileName: row.fileName,
  state: row.state,
  progress: row.progress,
  duplicate: row.isDuplicate,
  fault:
    row.state === "failed" && row.faultStep
      ? { step: row.faultStep, sentence: row.fault ? textOf(row.fault) : "" }
      : null,
  mediaId: row.mediaId,
});
