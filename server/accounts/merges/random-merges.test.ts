import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add } from "../../media/fixtures/uploading.ts";
import { type Client, type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { seatIn, takeSeat } from "../../testing/seats.ts";
import { seeded } from "../../../try/stand-ins/seeded.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

type Someone = Client & { readonly id: string };

const read = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(swell.database.db)).rows;

/** The sums that the database keeps, each beside what the rows say. */
const sums = sql<{ what: string }>`
  select 'crew of ' || id what from trips t where crew_count <> (select count(*) from trip_members where trip_id = t.id)
    or voter_count <> (select count(*) from trip_members where trip_id = t.id and may_vote)
  union all select 'members of ' || id from squads s where member_count <> (select count(*) from squad_members where squad_id = s.id)
  union all select 'admin of ' || id from squads s
    where not exists (select from squad_members where squad_id = s.id and role = 'admin')
  union all select 'likes of ' || id from media m where likes <> (select count(*) from media_likes where media_id = m.id)
  union all select 'comments on ' || id from media m where comments <> (select count(*) from comments where media_id = m.id)
  union all select 'bytes of ' || user_id from user_space u
    where bytes <> (select coalesce(sum(file_size), 0) from media where uploader_id = u.user_id)
  union all select 'ballots of ' || id from categories c
    where is_open(c) and votes_received <> (select count(*) from votes where category_id = c.id)
  union all select 'a vote of nobody on the crew in ' || c.id from categories c join votes v on v.category_id = c.id
    where is_open(c) and not exists (select from trip_members where trip_id = c.trip_id and user_id = v.voter_id)
  union all select 'a vote for nobody on the crew in ' || c.id from categories c join votes v on v.category_id = c.id
    where is_open(c) and v.nominee_id is not null
      and not exists (select from trip_members where trip_id = c.trip_id and user_id = v.nominee_id)`;

/** Makes and undoes merges in a random order, with photos, likes and votes in between, and looks at everything after each step. */
async function mergeAtRandom(seed: number) {
  const below = seeded(seed);
  const pick = <T>(from: readonly T[]) => from[below(from.length)]!;
  const { ana, bo, squad, trip, categories, inviteOf } = await newTrip(swell, {
    crew: ["ana", "bo"],
    awards: ["Best Hat", "Best Wipeout"],
  });
  const account: Someone = await swell.confirm(await swell.person("tomas"));
  const invite = await inviteOf();
  const seats: Someone[] = [];
  for (const name of ["Tom", "Tim", "Tam"]) seats.push(await takeSeat(swell, squad, invite, name));
  const soon = (plus: number) => new Date(Date.now() + plus * 86_400_000).toJSON();
  const plan = { squadId: squad, name: "Peniche", location: "Portugal", startDate: soon(1), endDate: soon(3) };
  await ana.post("/api/trips", plan);
  const added = await ana.post(`/api/squads/${squad}/expected`, { names: ["Maya"] });
  const maya = String(rows(added.body)[0]!["id"]);
  await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo!.id, ...seats.map(({ id }) => id)] });

  /** Who somebody is now, and who made each photo. */
  const now = new Map<string, string>();
  const who = (id: string) => now.get(id) ?? id;
  const makers = new Map<string, string>();
  const undoable: { readonly id: string; readonly by: Someone; with: readonly string[] }[] = [];
  const living = () => seats.filter(({ id }) => !now.has(id));

  const note = (from: string, into: string, by: Someone) => {
    const moved = [...now].flatMap(([id, is]) => (is === from ? [id] : []));
    for (const id of [from, ...moved]) now.set(id, into);
    undoable.push({ id: from, by, with: moved });
  };
  /** The choices in open awards, and all that is known of complete ones. */
  const choices = () =>
    read(sql<{ chosen: number }>`select count(*)::int chosen from votes v join categories c on c.id = v.category_id
      where c.trip_id = ${trip} and is_open(c) and v.nominee_id is not null`);
  const results = () => read(sql`select * from tallies where trip_id = ${trip} order by category_id, nominee_id`);

  const merge = async (from: string, into: string) => {
    const [before, counted] = [(await choices())[0]!.chosen, await results()];
    const merged = await ana.post(`/api/squads/${squad}/merges`, { userId: from, intoId: into });
    expect([merged.status, merged.text]).toEqual([201, expect.any(String)]);
    note(from, into, ana);
    expect((await choices())[0]!.chosen).toBeLessThanOrEqual(before);
    for (const line of counted) expect(await results()).toContainEqual(line);
  };
  const steps: (() => Promise<void>)[] = [
    async () => {
      const voter = pick([ana, bo!, ...living()]);
      const nominee = who(pick([ana, bo!, ...seats]).id);
      await voter.post(`/api/categories/${pick(categories)}/vote`, { nomineeId: nominee });
    },
    async () => {
      const maker = pick([ana, ...living()]);
      const { status, body } = await add(swell, maker, `/api/trips/${trip}`, await jpeg());
      if (status === 201) makers.set(String(body["id"]), maker.id);
    },
    async () => {
      if (makers.size > 0) await pick([ana, ...living()]).post(`/api/media/${pick([...makers.keys()])}/like`);
    },
    async () => {
      const [from, into] = [pick(seats), pick(seats)];
      if (from !== into && !now.has(from.id) && !now.has(into.id)) await merge(from.id, into.id);
    },
    async () => {
      if (!now.has(maya)) await merge(maya, bo!.id);
    },
    async () => {
      const seat = pick(seats);
      if (now.has(seat.id)) return;
      const { body } = await seat.post("/api/seat/ticket", {});
      if (body["ticket"] === undefined) return;
      const merged = await account.post("/api/account/seat", { ticket: body["ticket"] });
      expect([merged.status, merged.text]).toEqual([201, expect.any(String)]);
      note(seat.id, account.id, account);
    },
    async () => {
      if (undoable.length === 0) return;
      await undo(below(undoable.length));
    },
  ];
  const undo = async (place: number) => {
    const [one] = undoable.splice(place, 1);
    const counted = await results();
    const undone = await one!.by.delete(`/api/merges/${one!.id}`);
    expect([undone.status, undone.text]).toEqual([204, ""]);
    const was = now.get(one!.id)!;
    now.delete(one!.id);
    for (const id of one!.with) if (now.get(id) === was) now.set(id, one!.id);
    // A later merge does not take along who has come back, also if they went the same way again.
    const back = new Set([one!.id, ...one!.with]);
    for (const other of undoable) other.with = other.with.filter((id) => !back.has(id));
    for (const line of counted) expect(await results()).toContainEqual(line);
    const ballots = await read(sql`select from votes v join categories c on c.id = v.category_id
      where v.voter_id = ${one!.id} and is_open(c) and v.nominee_id is not null`);
    expect(ballots).toEqual([]);
    const at = seats.findIndex(({ id }) => id === one!.id);
    if (at < 0) return;
    // The person comes back by a new link.
    const { body } = await ana.post(`/api/squads/${squad}/seats/${one!.id}/link`, {});
    const token = new URL(String(body["link"])).hash.slice(1);
    seats[at] = seatIn(swell.app, await swell.visitor.post("/api/seats/return", { token }));
  };
  const look = async () => {
    expect(await read(sums)).toEqual([]);
    const people = [maya, ...seats.map(({ id }) => id)];
    const merged = await read(sql<{ id: string; is: string }>`
      select person_id id, into_id "is" from merges where person_id = any(${people}::uuid[])`);
    expect(new Map(merged.map(({ id, is }) => [id, is]))).toEqual(now);
    const photos = await read(
      sql<{ id: string; by: string }>`select id, uploader_id "by" from media where trip_id = ${trip}`,
    );
    expect(new Map(photos.map(({ id, by }) => [id, by]))).toEqual(
      new Map([...makers].map(([id, maker]) => [id, who(maker)])),
    );
  };

  const shared = String((await add(swell, ana, `/api/trips/${trip}`, await jpeg())).body["id"]);
  makers.set(shared, ana.id);
  for (const one of [ana, ...seats]) await one.post(`/api/media/${shared}/like`);
  for (const one of [ana, ...seats])
    await one.post(`/api/categories/${categories[0]}/vote`, { nomineeId: pick(seats).id });
  for (let step = 0; step < 40; step++) {
    await pick(steps)();
    await look();
  }
  while (undoable.length > 0) {
    await undo(below(undoable.length));
    await look();
  }
  const people = (await ana.get(`/api/squads/${squad}`)).body;
  const members = rows((await ana.get(`/api/squads/${squad}/members`)).body).map(({ userId }) => userId);
  expect(members).toEqual(expect.arrayContaining([ana.id, bo!.id, ...seats.map(({ id }) => id)]));
  expect(rows(people["expected"]).map(({ id }) => id)).toEqual([maya]);
}

const told = (seed: number, error: unknown) => new Error(`seed ${seed}: ${String(error)}`, { cause: error });
const live = (seed: number) =>
  mergeAtRandom(seed).catch((error: unknown) => {
    throw told(seed, error);
  });

test("no order of merges and undos loses anything or brings a ballot back", { timeout: 120_000 }, async () => {
  for (const seed of [1, 4]) await live(seed);
});

test("many more orders of merges and undos", { tags: ["long"], timeout: 600_000 }, async () => {
  for (let seed = 10; seed < 25; seed++) await live(seed);
});
