import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import { newId } from "../../platform/db/id.ts";
import type { PickedItem } from "./picker.ts";

/** A person's selection in their library. */
export interface LibrarySession {
  readonly id: string;
  readonly userId: string;
  readonly pickerId: string;
  readonly pickerUri: string;
  readonly expiresAt: Date;
}

export interface Pick extends PickedItem {
  readonly id: string;
  readonly sessionId: string;
  readonly baseUrlUntil: Date;
}

/** Sessions that expired before this time are deleted when any new selection begins, and once a day. */
const forgetBefore = sql<Date>`now() - interval '1 day'`;
const maxForgotten = 500;

export type LibraryStore = ReturnType<typeof libraryStore>;

export function libraryStore({ db }: Database) {
  const sessions = db
    .selectFrom("library_sessions")
    .select(["id", "user_id as userId", "picker_id as pickerId", "picker_uri as pickerUri", "expires_at as expiresAt"]);
  const picks = db
    .selectFrom("library_picks as p")
    .innerJoin("library_sessions as s", "s.id", "p.session_id")
    .select([
      "p.id",
      "p.session_id as sessionId",
      "p.item_id as itemId",
      "p.base_url as baseUrl",
      "p.base_url_until as baseUrlUntil",
      "p.file_name as fileName",
      "p.mime_type as mimeType",
      "p.is_video as isVideo",
      "p.is_ready as isReady",
      "p.taken_at as takenAt",
      "p.width",
      "p.height",
    ]);

  return {
    async addSession({ id, userId, pickerId, pickerUri, expiresAt }: LibrarySession) {
      await db
        .insertInto("library_sessions")
        .values({ id, user_id: userId, picker_id: pickerId, picker_uri: pickerUri, expires_at: expiresAt })
        .execute();
    },
    findSession: async (id: string, userId: string): Promise<LibrarySession | null> =>
      (await sessions.where("id", "=", id).where("user_id", "=", userId).executeTakeFirst()) ?? null,
    /** Also deletes its picks; imported photos stay. */
    async removeSession(id: string) {
      await db.deleteFrom("library_sessions").where("id", "=", id).execute();
    },
    /** Whether one of its imports runs, or failed and can be retried. */
    async isInUse(id: string): Promise<boolean> {
      const open = await db
        .selectFrom("library_imports")
        .select("id")
        .where("session_id", "=", id)
        .where((where) =>
          where.or([
            where("state", "in", ["waiting", "running"]),
            where.and([where("state", "=", "failed"), where("is_final", "=", false)]),
          ]),
        )
        .executeTakeFirst();
      return open !== undefined;
    },
    /** Adds the picked items, and updates the addresses of known ones. */
    async savePicks(sessionId: string, items: readonly PickedItem[], baseUrlUntil: Date) {
      if (items.length === 0) return;
      await db
        .insertInto("library_picks")
        .values(
          items.map((item) => ({
            id: newId(),
            session_id: sessionId,
            item_id: item.itemId,
            base_url: item.baseUrl,
            base_url_until: baseUrlUntil,
            file_name: item.fileName,
            mime_type: item.mimeType,
            is_video: item.isVideo,
            is_ready: item.isReady,
            taken_at: item.takenAt,
            width: item.width,
            height: item.height,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(["session_id", "item_id"]).doUpdateSet((row) => ({
            base_url: row.ref("excluded.base_url"),
            base_url_until: row.ref("excluded.base_url_until"),
            is_ready: row.ref("excluded.is_ready"),
          })),
        )
        .execute();
    },
    picksOf: (sessionId: string): Promise<Pick[]> =>
      picks.where("p.session_id", "=", sessionId).orderBy("p.id").execute(),
    /** Finds a pick in the user's own selections. */
    findPick: async (id: string, userId: string): Promise<Pick | null> =>
      (await picks.where("p.id", "=", id).where("s.user_id", "=", userId).executeTakeFirst()) ?? null,
    findPicked: async (sessionId: string, itemId: string): Promise<Pick | null> =>
      (await picks.where("p.session_id", "=", sessionId).where("p.item_id", "=", itemId).executeTakeFirst()) ?? null,
    /** Deletes sessions that expired over a day ago, and imports that failed or were cancelled over 30 days ago. */
    async forgetOld() {
      await sql`delete from library_sessions where id in (
        select id from library_sessions where expires_at < ${forgetBefore} limit ${maxForgotten})`.execute(db);
      await sql`delete from library_imports where id in (
        select id from library_imports where state in ('failed', 'cancelled') and updated_at < now() - interval '30 days'
        limit ${maxForgotten})`.execute(db);
    },
  };
}
