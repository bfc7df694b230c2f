import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add } from "../../media/fixtures/uploading.ts";
import { newId } from "../../platform/db/id.ts";
import { type Client, type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newTrip, startShowOf } from "../../testing/builders.ts";
import { type TestSeat, takeSeat } from "../../testing/seats.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** A trip of Ana and Bo, with Tom, who has a seat, on its crew, and a stranger with an account. */
async function withTom(awards = ["Best Hat", "Best Wipeout"]) {
  const made = await newTrip(swell, { crew: ["ana", "bo"], awards });
  const { ana, bo, squad, trip, inviteOf } = made;
  const tom = await takeSeat(swell, squad, await inviteOf(), "Tom");
  const setCrew = async (...people: { id: string }[]) =>
    expect((await ana.put(`/api/trips/${trip}/members`, { userIds: people.map(({ id }) => id) })).status).toBe(200);
  await setCrew(ana, bo!, tom);
  const account = await swell.confirm(await swell.person("tomas"));
  return { ...made, bo: bo!, tom, account, setCrew };
}
type Made = Awaited<ReturnType<typeof withTom>>;

const ticketOf = async (seat: Client) => String((await seat.post("/api/seat/ticket", {})).body["ticket"]);
const mergeOwn = async (seat: Client, account: Client) =>
  account.post("/api/account/seat", { ticket: await ticketOf(seat) });
const mergeFor = (admin: Client, squad: string, userId: string, intoId: string) =>
  admin.post(`/api/squads/${squad}/merges`, { userId, intoId });
const vote = async (who: Client, award: string, nominee: { id: string }) => {
  const reply = await who.post(`/api/categories/${award}/vote`, { nomineeId: nominee.id });
  expect([reply.status, reply.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
};
const ballotOf = async (who: Client, trip: string, award: string) =>
  rows((await who.get(`/api/trips/${trip}/ballot`)).body["categories"]).find(
    ({ category }) => String(category!["id"]) === award,
  );
/** The lines of a leaderboard, such as "3 {id}", in an order of their own. */
const linesOf = async (who: Client, award: string) =>
  rows((await who.get(`/api/categories/${award}/leaderboard`)).body)
    .map(({ user, voteCount }) => `${voteCount} ${user?.["id"]}`)
    .toSorted();
const crewOf = async (who: Client, trip: string) =>
  rows((await who.get(`/api/trips/${trip}/members`)).body).map(({ userId }) => String(userId));

async function photoOf(who: TestSeat, trip: string): Promise<string> {
  const { status, body, text } = await add(swell, who, `/api/trips/${trip}`, await jpeg());
  expect([status, text]).toEqual([201, expect.any(String)]);
  return String(body["id"]);
}
/** A photo of a trip as a member sees it. */
const shown = async (who: Client, trip: string, photo: string) =>
  rows((await who.get(`/api/trips/${trip}/media`)).body).find(({ id }) => String(id) === photo);
const uploaderOf = async (who: Client, trip: string, photo: string) =>
  (await shown(who, trip, photo))?.["uploader"]?.["id"];

describe("a seat that goes into an account", () => {
  test("brings its photos, likes and places, and is gone", async () => {
    const { ana, squad, trip, tom, account } = await withTom();
    const [mine, other] = [await photoOf(tom, trip), await photoOf(ana, trip)];
    await tom.post(`/api/media/${other}/like`);
    const merged = await mergeOwn(tom, account);
    expect([merged.status, merged.body["id"], merged.body["firstName"]]).toEqual([201, tom.id, "Tom"]);

    expect(await uploaderOf(ana, trip, mine)).toBe(account.id);
    expect(await crewOf(ana, trip)).toEqual([ana.id, expect.any(String), account.id]);
    expect((await account.get(`/api/squads/${squad}`)).body["squad"]).toMatchObject({ memberCount: 3 });
    expect(await shown(account, trip, other)).toMatchObject({ likes: 1 });
    expect((await tom.get("/api/auth/user")).status).toBe(401);
    expect((await ana.get(`/api/users/${tom.id}`)).status).toBe(404);
  });

  test("has seen what either of the two has seen", async () => {
    const { squad, trip, tom, account, inviteOf } = await withTom();
    await account.post(`/api/trips/${squad}/join`, { invite: await inviteOf() });
    const look = async (who: Client) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const until = new Date().toJSON();
      expect((await who.put(`/api/trips/${trip}/seen`, { until })).status).toBe(204);
      return until;
    };
    await look(account);
    const later = await look(tom);
    expect((await mergeOwn(tom, account)).status).toBe(201);
    expect((await account.get(`/api/trips/${trip}`)).body["news"]).toMatchObject({ since: later });
  });

  test("brings its comments, mentions and reactions, and undoing returns them", async () => {
    const { ana, trip, tom, account } = await withTom();
    const photo = `/api/media/${await photoOf(ana, trip)}`;
    const { firstName, lastName } = (await tom.get("/api/auth/user")).body;
    const name = `${String(firstName)} ${String(lastName)}`.trim();
    await tom.post(`${photo}/comments`, { key: newId(), text: "Mine" });
    await ana.post(`${photo}/comments`, { key: newId(), text: `@${name} again`, mentions: [tom.id] });
    await tom.put(`${photo}/reaction`, { emoji: "🔥" });
    const about = (id: string) => ({
      reactions: { people: [{ id, emoji: "🔥" }] },
      comments: [{ mentions: [{ id, name }] }, { author: { id } }],
    });
    await mergeOwn(tom, account);
    expect((await ana.get(`${photo}/talk`)).body).toMatchObject(about(account.id));
    expect((await account.delete(`/api/merges/${tom.id}`)).status).toBe(204);
    expect((await ana.get(`${photo}/talk`)).body).toMatchObject(about(tom.id));
  });

  test("counts a like of both once, and adds up the bytes", async () => {
    const { ana, trip, tom, account, setCrew, bo } = await withTom();
    await setCrew(ana, bo, tom);
    const photo = await photoOf(tom, trip);
    const [{ bytes }] = (await spaceOf(tom.id)) as [{ bytes: number }];
    const other = await photoOf(ana, trip);
    await tom.post(`/api/media/${other}/like`);
    const first = await takeSeat(swell, await squadOf(trip), await inviteTo(ana, trip), "Tim");
    await first.post(`/api/media/${other}/like`);
    await mergeOwn(first, account);
    await mergeOwn(tom, account);
    expect(await shown(account, trip, other)).toMatchObject({ likes: 1 });
    expect(await spaceOf(account.id)).toEqual([{ bytes }]);
    expect((await account.delete(`/api/merges/${tom.id}`)).status).toBe(204);
    expect(await shown(ana, trip, other)).toMatchObject({ likes: 2 });
    expect([await spaceOf(account.id), await spaceOf(tom.id)]).toEqual([[{ bytes: 0 }], [{ bytes }]]);
    expect(await uploaderOf(ana, trip, photo)).toBe(tom.id);
  });

  test("votes on in open awards; the account's own vote wins", async () => {
    const made = await withTom();
    const { ana, bo, squad, trip, tom, account, categories, inviteOf, setCrew } = made;
    const [hat, wipeout] = categories as [string, string];
    await account.post(`/api/trips/${squad}/join`, { invite: await inviteOf() });
    await setCrew(ana, bo, tom, account);
    await vote(tom, hat, ana);
    await vote(tom, wipeout, ana);
    await vote(account, wipeout, bo);
    await vote(ana, hat, tom);
    await mergeOwn(tom, account);
    expect(await ballotOf(account, trip, hat)).toMatchObject({ nomineeId: ana.id, isVoid: false });
    expect(await ballotOf(account, trip, wipeout)).toMatchObject({ nomineeId: bo.id });
    expect(await ballotOf(ana, trip, hat)).toMatchObject({ nomineeId: account.id });
    expect(await ballotOf(ana, trip, hat)).toMatchObject({ progress: { votesReceived: 2, totalVotesNeeded: 3 } });
    expect(await ballotOf(ana, trip, wipeout)).toMatchObject({ progress: { votesReceived: 1 } });
  });

  test("leaves a complete award as it is, and both lines carry the account's name", async () => {
    const { ana, bo, squad, trip, tom, account, categories, inviteOf, setCrew } = await withTom();
    const [hat] = categories as [string];
    await account.post(`/api/trips/${squad}/join`, { invite: await inviteOf() });
    await setCrew(ana, bo, tom, account);
    for (const who of [ana, bo, tom]) await vote(who, hat, tom);
    await vote(account, hat, account);
    const before = await linesOf(ana, hat);
    expect(before).toEqual([`3 ${tom.id}`, `1 ${account.id}`].toSorted());
    await mergeOwn(tom, account);
    expect(await linesOf(ana, hat)).toEqual([`3 ${account.id}`, `1 ${account.id}`].toSorted());
    const placings = rows((await ana.get(`/api/users/${account.id}/awards`)).body);
    expect(placings.map(({ rank }) => rank)).toEqual([1]);
    // The same choice again moves nothing.
    expect(await ballotOf(ana, trip, hat)).toMatchObject({ nomineeId: account.id });
    await vote(ana, hat, account);
    expect(await linesOf(ana, hat)).toEqual([`3 ${account.id}`, `1 ${account.id}`].toSorted());
    await vote(ana, hat, bo);
    expect(await linesOf(ana, hat)).toEqual([`2 ${account.id}`, `1 ${account.id}`, `1 ${bo.id}`].toSorted());
    await account.delete(`/api/merges/${tom.id}`);
    expect(await linesOf(ana, hat)).toEqual([`2 ${tom.id}`, `1 ${account.id}`, `1 ${bo.id}`].toSorted());
  });

  test("is shown in a night that was closed before", async () => {
    const { ana, bo, trip, tom, account, categories } = await withTom(["Best Hat"]);
    for (const who of [ana, bo, tom]) await vote(who, categories[0]!, tom);
    const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Hat"] });
    const tim = await takeSeat(swell, made.squad, await made.inviteOf(), "Tim");
    await made.ana.put(`/api/trips/${made.trip}/members`, { userIds: [...made.people.map(({ id }) => id), tim.id] });
    await startShowOf(swell, made.ana, made.trip);
    const rowsOf = () => sql`select * from nights where trip_id = ${made.trip}`.execute(swell.database.db);
    const before = (await rowsOf()).rows;
    await mergeOwn(tim, account);
    expect((await rowsOf()).rows).toEqual(before);
    const shown = (await account.get(`/api/trips/${made.trip}/night`)).text;
    expect([shown.includes(tim.id), shown.includes(account.id)]).toEqual([false, true]);
    expect(trip).not.toBe(made.trip);
  });

  test("needs a ticket of its own, which ends with an admin's new link", async () => {
    const { ana, squad, tom, account } = await withTom();
    const old = await ticketOf(tom);
    expect((await account.post("/api/seat/ticket", {})).status).toBe(409);
    for (const ticket of ["", "x", `${old}x`.slice(1), "a".repeat(1001)])
      expect([400, 404]).toContain((await account.post("/api/account/seat", { ticket })).status);
    expect((await swell.visitor.post("/api/account/seat", { ticket: old })).status).toBe(401);
    expect((await tom.post("/api/account/seat", { ticket: old })).status).toBe(403);
    await ana.post(`/api/squads/${squad}/seats/${tom.id}/link`, {});
    expect((await account.post("/api/account/seat", { ticket: old })).body["key"]).toBe("merge_ticket_ended");
  });

  test("goes into one account, also if two ask at once", async () => {
    const { tom, account, bo } = await withTom();
    const ticket = await ticketOf(tom);
    const replies = await Promise.all([account, bo].map((who) => who.post("/api/account/seat", { ticket })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404]);
    expect((await account.post("/api/account/seat", { ticket })).status).toBe(404);
  });

  test("that was kept meanwhile is not merged", async () => {
    const { tom, account } = await withTom();
    const ticket = await ticketOf(tom);
    const email = `tom.${Math.random().toString(36).slice(2)}@example.org`;
    expect((await tom.post("/api/seat/account", { email, password: "tom-likes-waves" })).status).toBe(201);
    expect((await account.post("/api/account/seat", { ticket })).status).toBe(404);
  });
});

describe("an admin", () => {
  test("merges two seats, after a page that says what moves", async () => {
    const { ana, bo, squad, trip, tom, inviteOf } = await withTom();
    const tim = await takeSeat(swell, squad, await inviteOf(), "Tim");
    await photoOf(tom, trip);
    const plan = `/api/squads/${squad}/merges/${tom.id}/into/${tim.id}`;
    expect((await ana.get(plan)).body).toMatchObject({
      from: { firstName: "Tom" },
      into: { firstName: "Tim" },
      photos: 1,
      likes: 0,
      trips: 1,
      results: 0,
    });
    expect((await bo.get(plan)).status).toBe(403);
    expect((await mergeFor(bo, squad, tom.id, tim.id)).status).toBe(403);
    expect((await mergeFor(tim, squad, tom.id, tim.id)).status).toBe(403);
    expect((await mergeFor(ana, squad, tom.id, tim.id)).status).toBe(201);
    expect(await crewOf(ana, trip)).toContain(tim.id);
    expect(rows((await ana.get("/api/merges")).body)).toMatchObject([{ id: tom.id, squad: { id: squad } }]);
    expect(rows((await bo.get("/api/merges")).body)).toEqual([]);
  });

  test("merges nobody into themselves, no account, and nobody of elsewhere", async () => {
    const { ana, bo, squad, tom, account } = await withTom();
    const other = await withTom();
    const pairs = [
      [tom.id, tom.id],
      [tom.id, bo.id],
      [bo.id, tom.id],
      [tom.id, account.id],
      [other.tom.id, tom.id],
      [tom.id, other.tom.id],
      [squad, tom.id],
    ] as const;
    for (const [from, into] of pairs) expect((await mergeFor(ana, squad, from, into)).status).toBe(409);
    expect((await tom.get("/api/auth/user")).status).toBe(200);
  });

  test("reads no ballot by it", async () => {
    const { ana, bo, squad, trip, tom, categories, inviteOf, setCrew } = await withTom();
    const [hat, wipeout] = categories as [string, string];
    const tim = await takeSeat(swell, squad, await inviteOf(), "Tim");
    await setCrew(ana, bo, tom);
    await vote(tom, hat, bo);
    for (const who of [ana, bo, tom]) await vote(who, wipeout, bo);
    await mergeFor(ana, squad, tom.id, tim.id);
    expect(await ballotOf(tim, trip, hat)).toMatchObject({ nomineeId: null, isVoid: true });
    expect(await ballotOf(tim, trip, wipeout)).toMatchObject({ nomineeId: null });
    const again = await tim.post(`/api/categories/${wipeout}/vote`, { nomineeId: ana.id });
    expect(again.status).toBe(409);
    expect(await linesOf(ana, wipeout)).toEqual([`3 ${bo.id}`].toSorted());
  });

  test("puts an expected name into a member, with its votes", async () => {
    const { ana, bo, squad, tom } = await withTom();
    const soon = (plus: number) => new Date(Date.now() + plus * 86_400_000).toJSON();
    const plan = { squadId: squad, name: "Peniche", location: "Portugal", startDate: soon(1), endDate: soon(3) };
    const next = String((await ana.post("/api/trips", plan)).body["id"]);
    const award = { name: "Best Hat", description: "For hats", order: 0 };
    const hat = String((await ana.post(`/api/trips/${next}/categories`, award)).body["id"]);
    const added = await ana.post(`/api/squads/${squad}/expected`, { names: ["Bo!"] });
    const name = rows(added.body)[0] as unknown as { id: string };
    await ana.put(`/api/trips/${next}/members`, { userIds: [ana.id, tom.id, name.id] });
    await vote(ana, hat, name);
    expect((await mergeFor(ana, squad, bo.id, name.id)).status).toBe(409);
    expect((await mergeFor(ana, squad, name.id, bo.id)).status).toBe(201);
    expect(rows((await ana.get(`/api/squads/${squad}`)).body["expected"])).toEqual([]);
    expect(await crewOf(ana, next)).toEqual(expect.arrayContaining([ana.id, tom.id, bo.id]));
    expect(await ballotOf(ana, next, hat)).toMatchObject({ nomineeId: bo.id, progress: { totalVotesNeeded: 3 } });
    expect((await ana.delete(`/api/merges/${name.id}`)).status).toBe(204);
    expect(rows((await ana.get(`/api/squads/${squad}`)).body["expected"])).toMatchObject([{ id: name.id }]);
    expect((await crewOf(ana, next)).toSorted()).toEqual([ana.id, tom.id, name.id].toSorted());
  });
});

describe("undoing a merge", () => {
  test("brings people, photos, places and results back, and no ballot", async () => {
    const { ana, bo, squad, trip, tom, account, categories, setCrew } = await withTom();
    const [hat, wipeout] = categories as [string, string];
    await setCrew(ana, bo, tom);
    const link = String((await tom.post("/api/seat/link", {})).body["link"]);
    const photo = await photoOf(tom, trip);
    await vote(tom, hat, ana);
    for (const who of [ana, bo, tom]) await vote(who, wipeout, tom);
    await mergeOwn(tom, account);
    expect((await ana.delete(`/api/merges/${tom.id}`)).status).toBe(404);
    expect((await account.delete(`/api/merges/${tom.id}`)).status).toBe(204);
    expect((await account.delete(`/api/merges/${tom.id}`)).status).toBe(404);

    expect(await uploaderOf(ana, trip, photo)).toBe(tom.id);
    expect((await crewOf(ana, trip)).toSorted()).toEqual([ana.id, bo.id, tom.id].toSorted());
    expect(await linesOf(ana, wipeout)).toEqual([`3 ${tom.id}`].toSorted());
    expect((await account.get(`/api/squads/${squad}`)).status).toBe(404);
    const back = await swell.visitor.post("/api/seats/return", { token: new URL(link).hash.slice(1) });
    expect(back.body["user"]).toMatchObject({ id: tom.id, isSeat: true });
    const { rows: ballots } = await sql<{ category_id: string; nominee_id: string | null }>`
      select category_id, nominee_id from votes where voter_id = ${tom.id}`.execute(swell.database.db);
    expect(ballots).toEqual([{ category_id: hat, nominee_id: null }]);
    expect(await ballotOf(ana, trip, hat)).toMatchObject({ progress: { votesReceived: 1, totalVotesNeeded: 3 } });
  });

  test("ends after seven days, and what it kept is forgotten", async () => {
    const { tom, account } = await withTom();
    await mergeOwn(tom, account);
    await sql`update merges set made_at = now() - interval '7 days 1 minute' where person_id = ${tom.id}`.execute(
      swell.database.db,
    );
    expect(rows((await account.get("/api/merges")).body)).toEqual([]);
    expect((await account.delete(`/api/merges/${tom.id}`)).body["key"]).toBe("merge_not_found");
  });

  test("works in any order of two merges into one account", async () => {
    const { ana, squad, trip, tom, account, inviteOf } = await withTom();
    const tim = await takeSeat(swell, squad, await inviteOf(), "Tim");
    const photo = await photoOf(tom, trip);
    expect((await mergeFor(ana, squad, tom.id, tim.id)).status).toBe(201);
    expect((await mergeOwn(tim, account)).status).toBe(201);
    expect(await uploaderOf(ana, trip, photo)).toBe(account.id);
    expect((await ana.delete(`/api/merges/${tom.id}`)).status).toBe(204);
    expect(await uploaderOf(ana, trip, photo)).toBe(tom.id);
    expect((await account.delete(`/api/merges/${tim.id}`)).status).toBe(204);
    expect(await uploaderOf(ana, trip, photo)).toBe(tom.id);
    const members = rows((await ana.get(`/api/squads/${squad}/members`)).body).map(({ userId }) => userId);
    expect(members).toEqual(expect.arrayContaining([tom.id, tim.id]));
    expect(members).not.toContain(account.id);
  });

  test("leaves a squad its only admin", async () => {
    const { ana, bo, squad, tom, account } = await withTom();
    await mergeOwn(tom, account);
    await ana.patch(`/api/squads/${squad}/members/${account.id}`, { role: "admin" });
    await bo.post(`/api/squads/${squad}/leave`, {});
    await ana.post(`/api/squads/${squad}/leave`, {});
    expect((await account.delete(`/api/merges/${tom.id}`)).status).toBe(204);
    const members = rows((await account.get(`/api/squads/${squad}/members`)).body);
    expect(members.map(({ userId, role }) => `${userId} ${role}`).toSorted()).toEqual(
      [`${account.id} admin`, `${tom.id} member`].toSorted(),
    );
  });
});

const spaceOf = async (id: string) =>
  (await sql<{ bytes: number }>`select bytes::int from user_space where user_id = ${id}`.execute(swell.database.db))
    .rows;
const squadOf = async (trip: string) =>
  (await sql<{ id: string }>`select squad_id id from trips where id = ${trip}`.execute(swell.database.db)).rows[0]!.id;
const inviteTo = async (admin: Made["ana"], trip: string) =>
  new URL(String((await admin.get(`/api/squads/${await squadOf(trip)}`)).body["squad"]!["inviteUrl"])).searchParams.get(
    "invite",
  )!;
