import { sql } from "kysely";
import type { ActionOnMe, AdminAction, DoneAction } from "#contract/admin.ts";
import { newId } from "../../platform/db/id.ts";
import type { Database, Tx } from "../../schema/database.ts";
import type { OwnRecords } from "../../schema/own-records.ts";

/** Who acts: a site admin by their id, or whoever runs the command on the server's machine. */
export type Actor = { readonly admin: string } | "operator";

interface NewAction {
  readonly action: AdminAction;
  readonly by: Actor;
  /** Whom it concerns. */
  readonly personId?: string | null;
  readonly detail?: string | null;
}

/** Writes down what a site admin does, in the transaction that does it. */
export async function noteAction(tx: Tx, { action, by, personId = null, detail = null }: NewAction): Promise<void> {
  const isOperator = by === "operator";
  await tx
    .insertInto("admin_actions")
    .values({
      id: newId(),
      action,
      is_operator: isOperator,
      admin_id: isOperator ? null : by.admin,
      person_id: personId,
      detail,
    })
    .execute();
}

const by = sql<"admin" | "operator">`case when a.is_operator then 'operator' else 'admin' end`;

export const actionStore = ({ db }: Database) => ({
  /** The newest actions, before the one with this id. */
  async newest(limit: number, before: string | undefined): Promise<DoneAction[]> {
    const rows = await db
      .selectFrom("admin_actions as a")
      .leftJoin("people as admin", "admin.id", "a.admin_id")
      .leftJoin("people as p", "p.id", "a.person_id")
      .select(["a.id", "a.action", "a.detail", "a.done_at", "a.person_id", by.as("by")])
      .select([
        sql<string | null>`admin.first_name || ' ' || admin.last_name`.as("byName"),
        sql<string>`p.first_name || ' ' || p.last_name`.as("name"),
      ])
      .$if(before !== undefined, (query) => query.where("a.id", "<", before!))
      .orderBy("a.id", "desc")
      .limit(limit)
      .execute();
    return rows.map(({ person_id, name, done_at, ...action }) => ({
      ...action,
      at: done_at.toJSON(),
      person: person_id === null ? null : { id: person_id, name },
    }));
  },

  /** The newest fifty that concern this person. */
  async about(personId: string): Promise<ActionOnMe[]> {
    const rows = await about(db, personId).orderBy("a.id", "desc").limit(50).execute();
    return rows.map(({ at, ...action }) => ({ ...action, at: at.toJSON() }));
  },
});

const about = (db: Database["db"], personId: string) =>
  db
    .selectFrom("admin_actions as a")
    .select(["a.id", "a.action", "a.done_at as at", by.as("by")])
    .where("a.person_id", "=", personId);

/** Reads what site admins did that concerns a person. */
export const actionRecordsOf =
  ({ db }: Database) =>
  async (personId: string): Promise<OwnRecords> => ({
    "admin-actions": (await about(db, personId).orderBy("a.id").execute()).map(({ action, at, by }) => ({
      action,
      at,
      by,
    })),
  });
