import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/db/id.ts";

/** Answers how many there still were. A film that has become part of a Live Photo meanwhile is none of them. */
export async function removeMany(tx: Tx, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("media")
    .where("id", "in", ids)
    .where("purpose", "=", "gallery")
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const dayMs = 24 * 3600 * 1000;

/** Of one person; each may name a thousand photos. */
const mostLists = 200;

/** Remembers what somebody is about to delete, for a day unless the server is to finish it; only the newest lists of each person. */
export async function keepList({ db }: Database, userId: string, ids: readonly string[]): Promise<string> {
  await db
    .deleteFrom("deletions")
    .where("created_at", "<", new Date(Date.now() - dayMs))
    .where("state", "<>", "due")
    .execute();
  const id = newId();
  await db
    .insertInto("deletions")
    .values({ id, user_id: userId, media_ids: [...ids] })
    .execute();
  await sql`delete from deletions where id in (
    select id from deletions where user_id = ${userId} order by id desc offset ${mostLists})`.execute(db);
  return id;
}

/** Photos of a list whose fate is held until the transaction ends; undefined when this person has no such list or took it back. */
export async function holdList(tx: Tx, userId: string, id: string): Promise<readonly string[] | undefined> {
  const list = tx
    .selectFrom("deletions")
    .select("media_ids")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("state", "<>", "undone");
  const named = await list.executeTakeFirst();
  if (!named) return undefined;
  // The photos come first, as they do for whoever adds one of them again: in two orders they would wait for each other.
  await sql`select from media where id = any(${named.media_ids}) order by id for update`.execute(tx);
  return (await list.forUpdate().executeTakeFirst())?.media_ids;
}

/** It stays, empty, so that asking for it again is answered alike. */
export async function closeList(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("deletions").set({ state: "done", media_ids: [] }).where("id", "=", id).execute();
}

/** Has the server finish these lists later; answers which of them it was not told of before, or undefined when one is not there to finish. */
export async function markDue(tx: Tx, userId: string, lists: readonly string[]): Promise<string[] | undefined> {
  const found = await tx
    .selectFrom("deletions")
    .select(["id", "state"])
    .where("id", "in", lists)
    .where("user_id", "=", userId)
    .where("state", "<>", "undone")
    .orderBy("id")
    .forUpdate()
    .execute();
  if (found.length < new Set(lists).size) return undefined;
  const named = found.filter(({ state }) => state === "named").map(({ id }) => id);
  if (named.length > 0) await tx.updateTable("deletions").set({ state: "due" }).where("id", "in", named).execute();
  return named;
}

/** Takes lists back that are not done; answers what became of those that were asked for. */
export async function takeBack(tx: Tx, userId: string, lists: readonly string[]) {
  const found = await tx
    .selectFrom("deletions")
    .select(["id", "state"])
    .where("id", "in", lists)
    .where("user_id", "=", userId)
    .orderBy("id")
    .forUpdate()
    .execute();
  const open = found.filter(({ state }) => state !== "done").map(({ id }) => id);
  if (open.length > 0) {
    await tx.updateTable("deletions").set({ state: "undone", media_ids: [] }).where("id", "in", open).execute();
  }
  return { done: found.length - open.length, undone: open.length, unknown: new Set(lists).size - found.length };
}
