import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reply, type TestApp, openTestApp } from "../../testing/app.ts";
import { holdTransaction } from "../../testing/hold-transaction.ts";
import { type Halves, halves as halvesOn } from "../fixtures/halves.ts";
import { moveToTrash } from "../trash/store.ts";
import { mediaStore } from "./media-store.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
});
afterAll(() => swell.close());
const halves = () => halvesOn(swell);

const statements = {
  like: "%insert into media_likes%",
  caption: 'update "media" set "caption"%',
  delete: "select from media%for no key update",
  join: "select%for no key update",
};
type Statement = keyof typeof statements;

/** Resolves once these statements wait for a lock. */
const waiting = (...names: readonly Statement[]) =>
  expect
    .poll(
      async () => {
        const { rows: found } = await sql<{ query: string }>`select query from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query ilike any(${names.map((name) => statements[name])})`.execute(swell.database.db);
        return found.length;
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(names.length);

test.each<[string, Statement, (pair: Halves) => Promise<Reply>]>([
  ["a like", "like", ({ bo, clipId }) => bo.post(`/api/media/${clipId}/like`)],
  ["a caption", "caption", ({ ana, clipId }) => ana.patch(`/api/media/${clipId}`, { caption: "What a drop" })],
  ["a deletion", "delete", ({ ana, clipId }) => ana.delete(`/api/media/${clipId}`)],
  ["a deletion of several", "delete", ({ ana, clipId }) => ana.post("/api/media/delete", { ids: [clipId] })],
])("%s of a clip answers 404 while the clip is joined into a Live Photo", async (_case, statement, touch) => {
  const pair = await halves();
  const joining = await holdTransaction(swell.database, pair.join);
  expect(joining.result).toEqual({ stillId: pair.stillId, clipId: pair.clipId });
  const reply = touch(pair);
  await waiting(statement);
  await joining.release();
  expect(await reply).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await pair.hidden()).toEqual({ likes: 0, caption: null, likers: 0 });
  expect(await pair.items()).toMatchObject([{ id: pair.stillId, likes: 0, caption: null }]);
  // Later it answers the same.
  expect((await touch(pair)).status).toBe(404);
});

test("a clip that is being liked is not joined, and keeps its like", async () => {
  const { bo, clipId, items, join } = await halves();
  // The like is written, and waits for the lock on its person.
  const holder = await holdTransaction(swell.database, (tx) =>
    sql`select from people where id = ${bo.id} for update`.execute(tx),
  );
  const liking = bo.post(`/api/media/${clipId}/like`);
  await waiting("like");
  const joined = swell.database.transact(join);
  await waiting("like", "join");
  await holder.release();
  expect(await liking).toMatchObject({ status: 200, body: { liked: true, likes: 1 } });
  expect(await joined).toBeNull();
  const clip = (await items()).find(({ id }) => id === clipId);
  expect(clip).toMatchObject({ likes: 1, liked: true, live: null });
  expect((await bo.post(`/api/media/${clipId}/like`)).body).toEqual({ liked: false, likes: 0 });
});

test("a clip that is getting a caption is not joined, and keeps its caption", async () => {
  const { clipId, items, join } = await halves();
  const writing = await holdTransaction(swell.database, (tx) =>
    mediaStore({ ...swell.database, db: tx }).change(clipId, "What a drop", undefined),
  );
  const joined = swell.database.transact(join);
  await waiting("join");
  await writing.release();
  expect(await joined).toBeNull();
  expect(await items()).toHaveLength(2);
  expect((await items()).find(({ id }) => id === clipId)).toMatchObject({ caption: "What a drop", live: null });
});

test.each(["clip", "still"] as const)("a %s that is being deleted is not joined", async (half) => {
  const { ana, clipId, stillId, items, join } = await halves();
  const [gone, left] = half === "clip" ? [clipId, stillId] : [stillId, clipId];
  const deleting = await holdTransaction(swell.database, (tx) => moveToTrash(tx, ana.id, [gone], new Date()));
  const joined = swell.database.transact(join);
  await waiting("join");
  await deleting.release();
  expect(await joined).toBeNull();
  expect(await items()).toMatchObject([{ id: left, live: null }]);
});

test("simultaneous likes of one person leave the count equal to the rows", async () => {
  const { bo, clipId, hidden } = await halves();
  for (let round = 0; round < 8; round++) {
    await Promise.all([0, 1, 2].map(() => bo.post(`/api/media/${clipId}/like`)));
    const row = await hidden();
    expect(row!.likes).toBe(row!.likers);
  }
});
