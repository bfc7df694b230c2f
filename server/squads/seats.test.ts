import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jpeg } from "../media/fixtures/pictures.ts";
import { add } from "../media/fixtures/uploading.ts";
import { type Reply, type TestApp, client, openTestApp, rows } from "../testing/app.ts";
import { newSquad, newTrip } from "../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const newKey = () => randomBytes(24).toString("base64url");
const cookieOf = (reply: Reply) =>
  [reply.headers["set-cookie"]]
    .flat()
    .map((cookie) => String(cookie).split(";")[0]!)
    .find((cookie) => cookie.startsWith("session="))!;
const clientOf = (reply: Reply) => ({
  ...client(swell.app, cookieOf(reply)),
  id: String(reply.body["user"]!["id"]),
});

/** Takes a seat as a visitor. */
const ask = (squad: string, invite: string, body: object = {}) =>
  swell.visitor.post(`/api/squads/${squad}/seats`, { firstName: "Tom", invite, key: newKey(), ...body });

async function takeSeat(squad: string, invite: string, body: object = {}) {
  const reply = await ask(squad, invite, body);
  if (reply.status !== 201) throw new Error(`No seat: ${reply.text}`);
  return clientOf(reply);
}

/** A trip that is on today. */
async function startTrip(who: { post: typeof swell.visitor.post }, squadId: string) {
  const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toJSON();
  const { body } = await who.post("/api/trips", {
    squadId,
    name: "Peniche",
    location: "Portugal",
    startDate: day(-1),
    endDate: day(1),
  });
  return String(body["id"]);
}

describe("a seat", () => {
  test("is a place in one squad and on its trips, without an account", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const trip = await startTrip(ana, squad);
    const taken = await ask(squad, await inviteOf(), { firstName: " Tom ", lastName: "Reyes" });
    expect(taken.status).toBe(201);
    expect(taken.body).toMatchObject({
      user: { firstName: "Tom", lastName: "Reyes", email: null, isSeat: true },
      isWaiting: false,
      tripId: trip,
    });
    const tom = clientOf(taken);
    expect((await tom.get("/api/auth/user")).body).toEqual(taken.body["user"]);
    expect((await tom.get(`/api/trips/${trip}`)).status).toBe(200);
    expect((await ana.get(`/api/squads/${squad}`)).body["squad"]).toMatchObject({ memberCount: 2 });
    const crew = rows((await ana.get(`/api/trips/${trip}/members`)).body).map((member) => member["userId"]);
    expect(crew).toEqual([ana.id, tom.id]);
    expect((await add(swell, tom as never, `/api/trips/${trip}`, await jpeg())).status).toBe(201);
  });

  test("needs the code of the link, in a public squad too", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const other = await newSquad(swell, "bo");
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    for (const invite of ["wrong", await other.inviteOf()]) expect((await ask(squad, invite)).status).toBe(404);
    expect((await ask(squad, "")).status).toBe(400);
    expect((await ask(squad, await inviteOf())).status).toBe(201);
  });

  test("is not given where admins switched seats off, and only they switch", async () => {
    const { ana, bo, squad, inviteOf } = await newSquad(swell, "ana", "bo");
    const off = { name: "Dawn Patrol", takesSeats: false };
    expect((await bo!.put(`/api/squads/${squad}`, off)).status).toBe(403);
    expect((await ana.put(`/api/squads/${squad}`, off)).body).toMatchObject({ takesSeats: false });
    const card = await swell.visitor.get(`/api/public/squads/${squad}?invite=${await inviteOf()}`);
    expect(card.body).toMatchObject({ givesSeats: false });
    const refused = await ask(squad, await inviteOf());
    expect([refused.status, refused.body["key"]]).toEqual([403, "squad_takes_no_seats"]);
  });

  test("ends no other seat when the link is reset, but the old link gives none", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const old = await inviteOf();
    const tom = await takeSeat(squad, old);
    await ana.post(`/api/squads/${squad}/invite-link/reset`, {});
    expect((await ask(squad, old)).status).toBe(404);
    expect((await tom.get(`/api/squads/${squad}`)).status).toBe(200);
  });

  test("is one seat for the same request again, also at once", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const [invite, key] = [await inviteOf(), newKey()];
    const answers = await Promise.all([1, 2, 3].map(() => ask(squad, invite, { key })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(new Set(answers.map((reply) => clientOf(reply).id)).size).toBe(1);
    expect((await ana.get(`/api/squads/${squad}`)).body["squad"]).toMatchObject({ memberCount: 2 });
  });

  test("is not given again for an old request or for another squad", async () => {
    const { squad, inviteOf } = await newSquad(swell, "ana");
    const other = await newSquad(swell, "bo");
    const key = newKey();
    const tom = await takeSeat(squad, await inviteOf(), { key });
    const elsewhere = await ask(other.squad, await other.inviteOf(), { key });
    expect([elsewhere.status, elsewhere.body["key"]]).toEqual([409, "seat_key_used"]);
    await sql`update seats set sat_at = now() - interval '11 minutes' where person_id = ${tom.id}`.execute(
      swell.database.db,
    );
    expect((await ask(squad, await inviteOf(), { key })).status).toBe(409);
  });

  test("is not taken by somebody who is signed in", async () => {
    const { bo, squad, inviteOf } = await newSquad(swell, "ana", "bo");
    const asked = { firstName: "Bo", invite: await inviteOf(), key: newKey() };
    const refused = await bo!.post(`/api/squads/${squad}/seats`, asked);
    expect([refused.status, refused.body["key"]]).toEqual([409, "signed_in_already"]);
    expect((await bo!.get("/api/auth/user")).body).toMatchObject({ id: bo!.id });
  });

  test("cannot join another squad, and hears why", async () => {
    const { squad, inviteOf } = await newSquad(swell, "ana");
    const other = await newSquad(swell, "bo");
    const tom = await takeSeat(squad, await inviteOf());
    const refused = await tom.post(`/api/trips/${other.squad}/join`, { invite: await other.inviteOf() });
    expect([refused.status, refused.body["error"]]).toEqual([
      403,
      "You have a seat in Dawn Patrol. Keep it, and you can join here too.",
    ]);
    expect((await tom.get(`/api/squads/${other.squad}`)).status).toBe(404);
  });

  test("that left its squad can join one again, one at a time", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const other = await newSquad(swell, "bo");
    const tom = await takeSeat(squad, await inviteOf());
    await tom.post(`/api/squads/${squad}/leave`, {});
    const invites = [await inviteOf(), await other.inviteOf()];
    const places = [squad, other.squad];
    const answers = await Promise.all(places.map((id, n) => tom.post(`/api/trips/${id}/join`, { invite: invites[n] })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(rows((await tom.get("/api/squads")).body)).toHaveLength(1);
    expect((await ana.get(`/api/squads/${squad}/seats`)).status).toBe(200);
  });

  test("gives no session for its key once it is an account", async () => {
    const { squad, inviteOf } = await newSquad(swell, "ana");
    const key = newKey();
    const tom = await takeSeat(squad, await inviteOf(), { key });
    const kept = { email: `tom.${tom.id}@example.org`, password: "tom-likes-waves" };
    expect((await tom.post("/api/seat/account", kept)).status).toBe(201);
    const again = await ask(squad, await inviteOf(), { key });
    expect([again.status, again.body["key"]]).toEqual([409, "seat_key_used"]);
  });

  test("is taken by a personal invitation once, and comes onto its trip", async () => {
    const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"] });
    await ana.post("/api/invites", { tripId: trip, emails: ["tom@example.org"] });
    const code = newKey();
    await sql`with i as (select id from invitations where email_key = 'tom@example.org')
      insert into invitation_codes (code_hash, invitation_id) select sha256(${code}::bytea), id from i`.execute(
      swell.database.db,
    );
    expect((await swell.visitor.get(`/api/public/squads/${squad}?invite=${code}`)).body).toMatchObject({
      invitedBy: { firstName: "Ana", profileImageUrl: null },
      givesSeats: true,
    });
    const tom = await takeSeat(squad, code);
    expect((await tom.get(`/api/trips/${trip}`)).status).toBe(200);
    expect((await ask(squad, code)).status).toBe(404);
  });

  test("lives for a year after its last use", async () => {
    const { squad, inviteOf } = await newSquad(swell, "ana");
    const tom = await takeSeat(squad, await inviteOf());
    const read = async () =>
      swell.database.db
        .selectFrom("sessions")
        .select("expires_at")
        .where("user_id", "=", tom.id)
        .executeTakeFirstOrThrow();
    const days = async () => Math.round(((await read()).expires_at.getTime() - Date.now()) / 86_400_000);
    expect(await days()).toBe(365);
  });
});

describe("a flood of seats", () => {
  test("waits for an admin from the thirty-first in an hour on", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const invite = await inviteOf();
    for (let i = 0; i < 30; i++) await takeSeat(squad, invite);
    const late = await ask(squad, invite, { firstName: "Late" });
    expect(late.body).toMatchObject({ isWaiting: true, tripId: null });
    const person = clientOf(late);
    expect((await person.get(`/api/squads/${squad}`)).status).toBe(404);
    expect((await person.get("/api/seat")).body).toMatchObject({ isWaiting: true, squadId: null });
    const [first] = rows((await ana.get(`/api/squads/${squad}/seats`)).body);
    expect(first).toMatchObject({ isWaiting: true, user: { firstName: "Late" } });

    expect((await ana.post(`/api/squads/${squad}/seats/let-in`, {})).body).toEqual({ letIn: 1 });
    expect((await person.get(`/api/squads/${squad}`)).status).toBe(200);
    expect((await ask(squad, invite)).body).toMatchObject({ isWaiting: false });
  });

  test("is deleted with the old link, as far as it waits", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const invite = await inviteOf();
    for (let i = 0; i < 30; i++) await takeSeat(squad, invite);
    const person = clientOf(await ask(squad, invite));
    await ana.post(`/api/squads/${squad}/invite-link/reset`, {});
    expect((await person.get("/api/auth/user")).status).toBe(401);
    expect(rows((await ana.get(`/api/squads/${squad}/seats`)).body)).toHaveLength(30);
  });
});

describe("a personal link", () => {
  let tom: Awaited<ReturnType<typeof takeSeat>>;
  let made: Awaited<ReturnType<typeof newSquad>>;
  beforeEach(async () => {
    made = await newSquad(swell, "ana", "bo");
    tom = await takeSeat(made.squad, await made.inviteOf());
  });
  const makeLink = async () => {
    const { status, body } = await tom.post("/api/seat/link", {});
    expect(status).toBe(201);
    return new URL(String(body["link"]));
  };
  const comeBack = (link: URL) => swell.visitor.post("/api/seats/return", { token: link.hash.slice(1) });

  test("signs in on another device, with its secret behind the #", async () => {
    const link = await makeLink();
    expect(`${link.pathname}${link.search}`).toBe("/come-back");
    expect(link.hash).toMatch(/^#[\w-]{32}$/);
    expect((await tom.get("/api/seat")).body).toMatchObject({ hasLink: true });
    const back = await comeBack(link);
    expect(back.body).toMatchObject({ user: { id: tom.id }, squadId: made.squad });
    expect((await clientOf(back).get(`/api/squads/${made.squad}`)).status).toBe(200);
    expect((await tom.get("/api/auth/user")).status).toBe(200);
  });

  test("ends when a new one is made", async () => {
    const old = await makeLink();
    const link = await makeLink();
    expect((await comeBack(old)).status).toBe(404);
    expect((await comeBack(link)).status).toBe(200);
    expect((await comeBack(new URL("https://a.example/come-back#short"))).status).toBe(400);
  });

  test("made by an admin ends the old link and all sessions", async () => {
    const old = await makeLink();
    const { ana, bo, squad } = made;
    const call = `/api/squads/${squad}/seats/${tom.id}/link`;
    expect((await bo!.post(call, {})).status).toBe(403);
    expect((await ana.post(`/api/squads/${squad}/seats/${bo!.id}/link`, {})).status).toBe(409);
    const { status, body } = await ana.post(call, {});
    expect(status).toBe(201);
    expect((await comeBack(old)).status).toBe(404);
    expect((await tom.get("/api/auth/user")).status).toBe(401);
    expect((await comeBack(new URL(String(body["link"])))).body).toMatchObject({ user: { id: tom.id } });
  });

  test("made by an admin shows them no ballot: those in open awards are void", async () => {
    const { ana, bo, squad } = made;
    const trip = await startTrip(ana, squad);
    const added = await ana.post(`/api/trips/${trip}/categories`, {
      name: "Best Hat",
      description: "For hats",
      order: 0,
    });
    const vote = `/api/categories/${added.body["id"]}`;
    expect((await tom.post(`${vote}/vote`, { nomineeId: bo!.id })).status).toBe(200);
    const { body } = await ana.post(`/api/squads/${squad}/seats/${tom.id}/link`, {});
    const back = clientOf(await comeBack(new URL(String(body["link"]))));
    expect((await back.get(`${vote}/my-vote`)).body).toEqual({ nomineeId: null, isVoid: true });
    const progress = (await ana.get(`${vote}/voting-progress`)).body;
    expect(progress["votesReceived"]).toBe(1);
    expect(rows(progress["usersWhoHaventVoted"]).map(({ id }) => id)).not.toContain(tom.id);
    expect((await back.post(`${vote}/vote`, { nomineeId: ana.id })).status).toBe(200);
  });
});

describe("the page of an invitation", () => {
  test("shows the first members and the next trip to who brings the code", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana", "bo", "cleo", "dora", "eli", "finn");
    await startTrip(ana, squad);
    const face = await add(swell, ana, "/api/profile-images", await jpeg());
    await ana.patch("/api/auth/user", { profileImageUrl: String(face.body["objectPath"]) });
    const invite = await inviteOf();
    const { body } = await swell.visitor.get(`/api/public/squads/${squad}?invite=${invite}`);
    expect(rows(body["crew"]).map(({ firstName }) => firstName)).toEqual(["Ana", "Bo", "Cleo", "Dora", "Eli"]);
    expect(body).toMatchObject({ givesSeats: true, invitedBy: null, nextTrip: { name: "Peniche" } });
  });

  test("of a public squad without a code is the card alone", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    await startTrip(ana, squad);
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    const alone = { crew: [], nextTrip: null, invitedBy: null };
    const bare = await swell.visitor.get(`/api/public/squads/${squad}`);
    expect(bare.body).toMatchObject({ name: "Dawn Patrol", givesSeats: false, ...alone });
    const invite = await inviteOf();
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", showsCrew: false });
    const hidden = await swell.visitor.get(`/api/public/squads/${squad}?invite=${invite}`);
    expect(hidden.body).toMatchObject({ givesSeats: true, ...alone });
  });
});
