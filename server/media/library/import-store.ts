import type { Sentence } from "#contract/refusals.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../../schema/database.ts";
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
  readonly fault: Sentence | null;
  readonly isFinal: boolean;
  readonly mediaId: string | null;
  /** Its selection has not expired. */
  readonly hasSession: boolean;
}

/** The album's id. For a trip it is the trip's, because its squad may change. */
export const albumId = ({ tripId, squadId }: Target) => (tripId ?? squadId)!;

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
      sql<Sentence | null>`fault`.as("fault"),
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
    /** The unused uploads of this person. */
    load: async (userId: string): Promise<Load> => (await one<Load>(load, [userId]))!,
  };
}
