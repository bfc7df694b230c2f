import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reply, type TestApp, openTestApp } from "../../testing/app.ts";
import { holding } from "../../testing/holding.ts";
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
  delete: 'update "media" set "purpose"%',
  join: "select%for no key update",
};
type Statement = keyof typeof statements;

/** Resolves once these wait for what somebody else holds. */
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
  ["likes", "like", ({ bo, filmId }) => bo.post(`/api/media/${filmId}/like`)],
  ["captions", "caption", ({ ana, filmId }) => ana.patch(`/api/media/${filmId}`, { caption: "What a drop" })],
  ["deletes", "delete", ({ ana, filmId }) => ana.delete(`/api/media/${filmId}`)],
  ["deletes, with others,", "delete", ({ ana, filmId }) => ana.post("/api/media/delete", { ids: [filmId] })],
])(
  "who %s a film while it becomes part of a photo is told that it is not there any more",
  async (_case, statement, touch) => {
    const pair = await halves();
    const joining = await holding(swell.database, pair.join);
    expect(joining.result).toEqual({ stillId: pair.stillId, filmId: pair.filmId });
    const reply = touch(pair);
    await waiting(statement);
    await joining.letGo();
    expect(await reply).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await pair.hidden()).toEqual({ likes: 0, caption: null, likers: 0 });
    expect(await pair.items()).toMatchObject([{ id: pair.stillId, likes: 0, caption: null }]);
    // A moment later it is told the same.
    expect((await touch(pair)).status).toBe(404);
  },
);

test("a film whose like is just being written stays apart from its still, and liked", async () => {
  const { bo, filmId, items, join } = await halves();
  // The like is written, and waits for whether its person is still there.
  const holder = await holding(swell.database, (tx) =>
    sql`select from users where id = ${bo.id} for update`.execute(tx),
  );
  const liking = bo.post(`/api/media/${filmId}/like`);
  await waiting("like");
  const joined = swell.database.transact(join);
  await waiting("like", "join");
  await holder.letGo();
  expect(await liking).toMatchObject({ status: 200, body: { liked: true, likes: 1 } });
  expect(await joined).toBeNull();
  const film = (await items()).find(({ id }) => id === filmId);
  expect(film).toMatchObject({ likes: 1, liked: true, live: null });
  expect((await bo.post(`/api/media/${filmId}/like`)).body).toEqual({ liked: false, likes: 0 });
});

test("a film whose caption is just being written stays apart from its still, and captioned", async () => {
  const { filmId, items, join } = await halves();
  const writing = await holding(swell.database, (tx) =>
    mediaStore({ ...swell.database, db: tx }).setCaption(filmId, "What a drop"),
  );
  const joined = swell.database.transact(join);
  await waiting("join");
  await writing.letGo();
  expect(await joined).toBeNull();
  expect(await items()).toHaveLength(2);
  expect((await items()).find(({ id }) => id === filmId)).toMatchObject({ caption: "What a drop", live: null });
});

test.each(["film", "still"] as const)("a %s that is just being deleted is joined to nothing", async (half) => {
  const { ana, filmId, stillId, items, join } = await halves();
  const [gone, left] = half === "film" ? [filmId, stillId] : [stillId, filmId];
  const deleting = await holding(swell.database, (tx) => moveToTrash(tx, ana.id, [gone], new Date()));
  const joined = swell.database.transact(join);
  await waiting("join");
  await deleting.letGo();
  expect(await joined).toBeNull();
  expect(await items()).toMatchObject([{ id: left, live: null }]);
});

test("two likes of one person in the same moment leave what is counted and what is there alike", async () => {
  const { bo, filmId, hidden } = await halves();
  for (let round = 0; round < 8; round++) {
    await Promise.all([0, 1, 2].map(() => bo.post(`/api/media/${filmId}/like`)));
    const row = await hidden();
    expect(row!.likes).toBe(row!.likers);
  }
});
