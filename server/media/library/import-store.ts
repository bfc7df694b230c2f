import { type SelectQueryBuilder, sql } from "kysely";
import type { Database, Tx } from "../../schema/database.ts";
import { newId } from "../../platform/db/id.ts";
import type { Album } from "../photos/register.ts";
import type { Load } from "../uploads/quota.ts";
import { loadOf } from "../uploads/upload-store.ts";
import type { Tables } from "../../schema/tables/tables.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

/** The album that receives the photos. */
export type Target = Pick<Album, "tripId" | "squadId">;

export interface ImportRow {
  readonly id: string;
  readonly itemId: string;
  readonly fileName: string;
  readonly state: "waiting" | "running" | "done" | "failed" | "cancelled";
  readonly progress: number;
  readonly isDuplicate: boolean;
  readonly faultStep: "download" | "upload" | null;
  readonly fault: string | null;
  readonly isFinal: boolean;
  readonly mediaId: string | null;
  /** Its selection has not expired. */
  readonly hasSession: boolean;
}

/** An import that a job is working on. */
export interface RunningImport extends Target {
  readonly id: string;
  readonly userId: string;
  readonly itemId: string;
  readonly sessionId: string | null;
}

export interface ImportFault {
  readonly step: "download" | "upload";
  readonly sentence: string;
  readonly isFinal: boolean;
}

/** The album's id. For a trip it is the trip's, because its squad may change. */
const albumId = ({ tripId, squadId }: Target) => (tripId ?? squadId)!;

const load = { name: "library_load", text: loadOf(sqlText`$1::uuid`) };

/** No import runs for two hours, so its server must have died. */
const abandoned = sql<boolean>`updated_at < now() - interval '2 hours'`;
const maxIds = 5000;
const maxFailed = 100;

type Rows<O> = SelectQueryBuilder<Tables, "library_imports", O>;

export type ImportStore = ReturnType<typeof importStore>;

export function importStore({ db, one }: Database) {
  const shown = db
    .selectFrom("library_imports")
    .select([
      "id",
      "item_id as itemId",
      "file_name as fileName",
      "state",
      "progress",
      "is_duplicate as isDuplicate",
      "fault_step as faultStep",
      "fault",
      "is_final as isFinal",
      "media_id as mediaId",
      sql<boolean>`exists (select from library_sessions s where s.id = session_id and s.expires_at > now())`.as(
        "hasSession",
      ),
    ]);
  const mine = <O>(rows: Rows<O>, userId: string, target: Target) =>
    rows.where("user_id", "=", userId).where("place_id", "=", albumId(target));
  const failed = (userId: string, target: Target) =>
    mine(shown, userId, target).where((where) =>
      where.or([where("state", "=", "failed"), where.and([where("state", "in", ["waiting", "running"]), abandoned])]),
    );

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
    /** The user's imports of these items into this album, in any state. */
    async findAll(userId: string, target: Target, itemIds: readonly string[]): Promise<ImportRow[]> {
      return mine(shown, userId, target)
        .where("item_id", "in", [...itemIds])
        .orderBy("id")
        .execute();
    },
    findByIds: async (ids: readonly string[]): Promise<ImportRow[]> =>
      ids.length === 0
        ? []
        : shown
            .where("id", "in", [...ids])
            .orderBy("id")
            .execute(),
    /** The batches that still run, or had a change in the last two minutes. */
    current: async (userId: string, target: Target): Promise<ImportRow[]> =>
      mine(shown, userId, target)
        .where(
          "batch",
          "in",
          mine(db.selectFrom("library_imports"), userId, target)
            .select("batch")
            .where((where) =>
              where.or([
                where("state", "in", ["waiting", "running"]),
                where("updated_at", ">", sql<Date>`now() - interval '2 minutes'`),
              ]),
            ),
        )
        .orderBy("id")
        .limit(maxFailed)
        .execute(),
    failed: async (userId: string, target: Target): Promise<ImportRow[]> =>
      failed(userId, target).orderBy("updated_at", "desc").limit(maxFailed).execute(),
    async existing(userId: string, target: Target): Promise<string[]> {
      const rows = await mine(db.selectFrom("library_imports").select("item_id as itemId"), userId, target)
        .where("state", "=", "done")
        .orderBy("id", "desc")
        .limit(maxIds)
        .execute();
      return rows.map(({ itemId }) => itemId);
    },
    async countRunning(userId: string): Promise<number> {
      const { count } = await db
        .selectFrom("library_imports")
        .select((of) => of.fn.countAll<number>().as("count"))
        .where("user_id", "=", userId)
        .where("state", "in", ["waiting", "running"])
        .executeTakeFirstOrThrow();
      return count;
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
        .set({ state: "failed", fault_step: step, fault: sentence, is_final: isFinal, updated_at: sql<Date>`now()` })
        .where("id", "=", id)
        .where("state", "=", "running")
        .execute();
    },
    /** The unused uploads of this person. */
    load: async (userId: string): Promise<Load> => (await one<Load>(load, [userId]))!,
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
