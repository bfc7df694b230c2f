import { sql } from "kysely";
import type { Sentence } from "#contract/refusals.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { newId } from "../../platform/db/id.ts";
import { type Target, albumId } from "./import-store.ts";

/** An import that a job is working on. */
export interface RunningImport extends Target {
  readonly id: string;
  readonly userId: string;
  readonly itemId: string;
  readonly sessionId: string | null;
}

export interface ImportFault {
  readonly step: "download" | "upload";
  readonly sentence: Sentence;
  readonly isFinal: boolean;
}

export type ImportWrites = ReturnType<typeof importWrites>;

export function importWrites({ db }: Database) {
  return {
    /**
     * Starts imports of these items. Failed and cancelled ones start again; finished and running ones stay as they are. Returns the ids
     * of the imports to run.
     */
    async begin(
      tx: Tx,
      userId: string,
      target: Target,
      sessionId: string,
      items: readonly { readonly itemId: string; readonly fileName: string }[],
    ): Promise<string[]> {
      const batch = newId();
      const begun = await tx
        .insertInto("library_imports")
        .values(
          items.map(({ itemId, fileName }) => ({
            id: newId(),
            user_id: userId,
            trip_id: target.tripId,
            squad_id: target.tripId ? null : target.squadId,
            item_id: itemId,
            batch,
            session_id: sessionId,
            file_name: fileName,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(["user_id", "place_id", "item_id"])
            .doUpdateSet({ batch, session_id: sessionId, ...restarted })
            .where((where) =>
              where.or([
                where("library_imports.state", "in", ["failed", "cancelled"]),
                sql<boolean>`library_imports.updated_at < now() - interval '2 hours' and library_imports.state <> 'done'`,
              ]),
            ),
        )
        .returning("id")
        .execute();
      return begun.map(({ id }) => id);
    },
    /** Starts failed imports again, each in its own session. */
    async beginAgain(tx: Tx, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await tx
        .updateTable("library_imports")
        .set({ batch: newId(), ...restarted })
        .where("id", "in", [...ids])
        .execute();
    },
    /** Cancels running and failed imports; returns the ids of their sessions. */
    async stop(userId: string, target: Target): Promise<string[]> {
      const stopped = await db
        .updateTable("library_imports")
        .set({ state: "cancelled", updated_at: sql<Date>`now()` })
        .where("user_id", "=", userId)
        .where("place_id", "=", albumId(target))
        .where("state", "in", ["waiting", "running", "failed"])
        .returning("session_id as sessionId")
        .execute();
      return [...new Set(stopped.map(({ sessionId }) => sessionId).filter((id) => id !== null))];
    },
    /** Marks an import as running; null when it was cancelled or is done. */
    async take(id: string): Promise<RunningImport | null> {
      const taken = await db
        .updateTable("library_imports")
        .set({ state: "running", progress: 10, updated_at: sql<Date>`now()` })
        .where("id", "=", id)
        .where("state", "in", ["waiting", "running"])
        .returning([
          "id",
          "user_id as userId",
          "trip_id as tripId",
          "squad_id as squadId",
          "item_id as itemId",
          "session_id as sessionId",
        ])
        .executeTakeFirst();
      return taken ?? null;
    },
    /** Stores the progress. False when the import was cancelled, or its album or owner is gone. */
    async setProgress(id: string, progress: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("library_imports")
        .set({ progress, updated_at: sql<Date>`now()` })
        .where("id", "=", id)
        .where("state", "=", "running")
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** Marks the import as done, in the transaction that registers the photo. False when it was cancelled. */
    async finish(tx: Tx, id: string, mediaId: string, isDuplicate: boolean): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable("library_imports")
        .set({
          state: "done",
          progress: 100,
          media_id: mediaId,
          is_duplicate: isDuplicate,
          updated_at: sql<Date>`now()`,
        })
        .where("id", "=", id)
        .where("state", "=", "running")
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async fail(id: string, { step, sentence, isFinal }: ImportFault): Promise<void> {
      await db
        .updateTable("library_imports")
        .set({
          state: "failed",
          fault_step: step,
          fault: JSON.stringify(sentence),
          is_final: isFinal,
          updated_at: sql<Date>`now()`,
        })
        .where("id", "=", id)
        .where("state", "=", "running")
        .execute();
    },
  };
}

const restarted = {
  state: "waiting",
  progress: 0,
  is_duplicate: false,
  fault_step: null,
  fault: null,
  is_final: false,
  updated_at: sql<Date>`now()`,
} as const;
