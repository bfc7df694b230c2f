import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, type TestApp, client, openTestApp, rows } from "../app.ts";
import { newSquad, newTrip } from "../builders.ts";
import { linkIn, mailTo } from "../outbox.ts";
import { adminsLink, makeLink, mergeBy, seatIn, secretOf, takeSeat, ticketOf, undoMerge } from "../seats.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const newKey = () => randomBytes(24).toString("base64url");
const newAddress = () => `tom.${randomBytes(6).toString("hex")}@example.org`;
const comeBack = (token: string) => swell.visitor.post("/api/seats/return", { token });
const sitDown = (squad: string, invite: string, who: object = {}) =>
  swell.visitor.post(`/api/squads/${squad}/seats`, { firstName: "Tom", key: newKey(), ...who, invite });
const isIn = async (who: Client) => (await who.get("/api/auth/user")).status === 200;
const membersOf = async (who: Client, squad: string) =>
  rows((await who.get(`/api/squads/${squad}/members`)).body).map(({ userId }) => String(userId));
const removedOf = async (admin: Client, squad: string) =>
  rows((await admin.get(`/api/squads/${squad}/removed`)).body).map(({ user }) => String(user!["id"]));
const remove = async (admin: Client, squad: string, { id }: { id: string }) =>
  expect((await admin.delete(`/api/squads/${squad}/members/${id}?trips=leave`)).status).toBe(204);

/** The squad of Ana and Bo, and Tom, who has a seat. */
async function withTom() {
  const made = await newSquad(swell, "ana", "bo");
  return { ...made, bo: made.bo!, tom: await takeSeat(swell, made.squad, await made.inviteOf(), "Tom") };
}
const newAccount = async () => swell.confirm(await swell.person("tomas"));

describe("whoever stole the session of a seat", () => {
  /** The seat in the hands of a thief: the same cookie, and a session that they made of it. */
  const stolen = async () => {
    const made = await withTom();
    return { ...made, thief: seatIn(swell.app, await comeBack(await makeLink(made.tom))) };
  };

  test("can do no more than the person: no second squad, no invitation, no admin", async () => {
    const { ana, squad, thief } = await stolen();
    const other = await newSquad(swell, "cleo");
    const asked = await Promise.all([
      thief.post("/api/squads", { name: "Mine" }),
      thief.post("/api/squad-invites", { squadId: squad, emails: ["a@example.org"] }),
      thief.post(`/api/trips/${other.squad}/join`, { invite: await other.inviteOf() }),
      thief.get(`/api/squads/${squad}/seats`),
      adminsLink(thief, squad, thief),
      ana.patch(`/api/squads/${squad}/members/${thief.id}`, { role: "admin" }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await thief.post("/api/account/seat", { ticket: await ticketOf(thief) })).status).toBe(403);
  });

  test("is put out by the person, with the links they made, mailed ones too", async () => {
    const { tom, thief } = await stolen();
    const to = newAddress();
    expect((await thief.post("/api/seat/link/mail", { email: to })).status).toBe(204);
    const mailed = linkIn(await mailTo(swell.parts.config.dataDir, to)).hash.slice(1);
    const shown = await makeLink(thief);
    expect(rows((await tom.get("/api/sessions")).body)).toHaveLength(2);
    expect((await tom.delete("/api/sessions")).status).toBe(204);
    const own = await makeLink(tom);
    expect([await isIn(thief), await isIn(tom)]).toEqual([false, true]);
    for (const token of [shown, mailed]) expect((await comeBack(token)).status).toBe(404);
    expect((await comeBack(own)).status).toBe(200);
  });

  test("cannot take the seat into an account once the person ended the session", async () => {
    const { tom, thief } = await stolen();
    const mal = await newAccount();
    const ticket = await ticketOf(thief);
    await tom.delete("/api/sessions");
    expect((await mergeBy(mal, ticket)).body["key"]).toBe("merge_ticket_ended");
    const again = seatIn(swell.app, await comeBack(await makeLink(tom)));
    const next = await ticketOf(again);
    const [session] = rows((await tom.get("/api/sessions")).body).filter(({ isThis }) => !isThis);
    await tom.delete(`/api/sessions/${session!["id"]}`);
    expect((await mergeBy(mal, next)).status).toBe(404);
    expect((await mergeBy(mal, await ticketOf(tom))).status).toBe(201);
  });

  test("is put out by an admin's new link, with links, tickets and the key", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const [key, invite] = [newKey(), await inviteOf()];
    const thief = seatIn(swell.app, await sitDown(squad, invite, { key }));
    const ticket = await ticketOf(thief);
    const link = await makeLink(thief);
    const fresh = secretOf(await adminsLink(ana, squad, thief));
    expect([await isIn(thief), (await comeBack(link)).status]).toEqual([false, 404]);
    expect((await mergeBy(await newAccount(), ticket)).status).toBe(404);
    expect((await sitDown(squad, invite, { key })).body["key"]).toBe("seat_key_used");
    expect(seatIn(swell.app, await comeBack(fresh)).id).toBe(thief.id);
    expect(await membersOf(ana, squad)).toHaveLength(2);
  });

  test("stays signed in when the person keeps the seat, is listed, and can be put out", async () => {
    const { tom, thief } = await stolen();
    const link = await makeLink(thief);
    const ticket = await ticketOf(thief);
    const kept = await tom.post("/api/seat/account", { email: newAddress(), password: "tom-likes-waves" });
    expect(kept.status).toBe(201);
    const cookies = [kept.headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";")[0]!);
    const account = client(
      swell.app,
      cookies.find((cookie) => cookie.startsWith("session="))!,
    );
    expect([await isIn(tom), await isIn(thief), await isIn(account)]).toEqual([false, true, true]);
    expect((await thief.post("/api/seat/account", { email: newAddress(), password: "mal-likes-waves" })).status).toBe(
      409,
    );
    expect((await comeBack(link)).status).toBe(404);
    expect((await mergeBy(await newAccount(), ticket)).status).toBe(404);
    expect(rows((await account.get("/api/sessions")).body)).toHaveLength(2);
    await account.delete("/api/sessions");
    expect([await isIn(thief), await isIn(account)]).toEqual([false, true]);
  });
});

describe("somebody whom an admin removed", () => {
  test("does not come back by what they had: the old link, a name, the key", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const [key, old] = [newKey(), await inviteOf()];
    const tom = seatIn(swell.app, await sitDown(squad, old, { key }));
    const link = await makeLink(tom);
    const added = await ana.post(`/api/squads/${squad}/expected`, { names: ["Maya"] });
    const maya = String(rows(added.body)[0]!["id"]);
    await remove(ana, squad, tom);
    expect((await sitDown(squad, old)).status).toBe(404);
    expect((await sitDown(squad, old, { expected: maya })).status).toBe(404);
    // The key and the personal link sign in to a person who is in no squad.
    for (const reply of [await sitDown(squad, old, { key }), await comeBack(link)]) {
      const back = seatIn(swell.app, reply);
      expect([back.id, (await back.get(`/api/squads/${squad}`)).status]).toEqual([tom.id, 404]);
      expect((await back.post(`/api/trips/${squad}/join`, { invite: old })).status).toBe(404);
    }
    expect(await membersOf(ana, squad)).toEqual([ana.id]);
    expect(await removedOf(ana, squad)).toEqual([tom.id]);
  });

  test("does not come back by the personal invitation they used before", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const to = newAddress();
    await ana.post("/api/squad-invites", { squadId: squad, emails: [to] });
    const code = linkIn(await mailTo(swell.parts.config.dataDir, to)).searchParams.get("invite")!;
    const tom = await takeSeat(swell, squad, code, "Tom");
    await remove(ana, squad, tom);
    expect((await sitDown(squad, code)).status).toBe(404);
    expect((await tom.post(`/api/trips/${squad}/join`, { invite: code })).status).toBe(404);
  });

  test("does not come back by a second seat that goes into their account", async () => {
    const { ana, bo, squad, tom, inviteOf } = await withTom();
    await remove(ana, squad, bo);
    const refused = await mergeBy(bo, await ticketOf(tom));
    expect([refused.status, refused.body["key"]]).toEqual([403, "not_invited_back"]);
    expect(await removedOf(ana, squad)).toEqual([bo.id]);
    expect(await membersOf(ana, squad)).toEqual([ana.id, tom.id]);
    const later = await takeSeat(swell, squad, await inviteOf(), "Somebody");
    expect((await mergeBy(bo, await ticketOf(later))).status).toBe(403);
    await ana.delete(`/api/squads/${squad}/removed/${bo.id}`);
    expect((await mergeBy(bo, await ticketOf(tom))).status).toBe(201);
  });

  test("takes the removal of a seat along into an account", async () => {
    const { ana, squad, tom, inviteOf } = await withTom();
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    await remove(ana, squad, tom);
    const account = await newAccount();
    expect((await mergeBy(account, await ticketOf(tom))).status).toBe(201);
    expect(await removedOf(ana, squad)).toEqual([account.id]);
    const joined = await account.post(`/api/trips/${squad}/join`, { invite: await inviteOf() });
    expect(joined.body["key"]).toBe("not_invited_back");
  });

  test("does not come back by the undoing of a merge", async () => {
    const { ana, bo, squad, trip, inviteOf } = await newTrip(swell, { crew: ["ana", "bo"] });
    const tom = await takeSeat(swell, squad, await inviteOf(), "Tom");
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo!.id, tom.id] });
    const link = await makeLink(tom);
    expect((await mergeBy(bo!, await ticketOf(tom))).status).toBe(201);
    await remove(ana, squad, bo!);
    expect((await undoMerge(bo!, tom)).status).toBe(204);
    const back = seatIn(swell.app, await comeBack(link));
    expect(back.id).toBe(tom.id);
    for (const place of [`/api/squads/${squad}`, `/api/trips/${trip}`])
      expect((await back.get(place)).status).toBe(404);
    expect(await membersOf(ana, squad)).toEqual([ana.id]);
    expect((await removedOf(ana, squad)).toSorted()).toEqual([bo!.id, tom.id].toSorted());
  });
});

describe("a squad that is flooded with seats", () => {
  test("has everybody wait from the thirty-first on, names that seats wrote down too", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const invite = await inviteOf();
    const expectedBy = async (who: Client, name: string) =>
      String(rows((await who.post(`/api/squads/${squad}/expected`, { names: [name] })).body).at(-1)!["id"]);
    const first = await takeSeat(swell, squad, invite, "Bot");
    const [bots, anas] = [await expectedBy(first, "Bot Two"), await expectedBy(ana, "Maya")];
    for (let n = 1; n < 30; n++) await takeSeat(swell, squad, invite, `Bot ${n}`);
    const byBot = await sitDown(squad, invite, { expected: bots });
    expect(byBot.body).toMatchObject({ isWaiting: true, user: { firstName: "Bot Two" } });
    const waits = seatIn(swell.app, byBot);
    expect(waits.id).not.toBe(bots);
    for (const call of ["", "/members", "/expected"])
      expect((await waits.get(`/api/squads/${squad}${call}`)).status).toBe(404);
    expect((await waits.post(`/api/squads/${squad}/expected`, { names: ["More"] })).status).toBe(404);
    const joined = await waits.post(`/api/trips/${squad}/join`, { invite });
    expect([joined.status, joined.body["key"]]).toEqual([403, "seat_waits"]);
    expect((await sitDown(squad, invite, { expected: anas })).body).toMatchObject({
      isWaiting: false,
      user: { id: anas },
    });
    // An account that takes in somebody who waits is in no squad either.
    const account = await newAccount();
    expect((await mergeBy(account, await ticketOf(waits))).status).toBe(201);
    await ana.post(`/api/squads/${squad}/seats/let-in`, {});
    expect((await account.get(`/api/squads/${squad}`)).status).toBe(404);
  });

  test("still has bounded pages with two hundred seats", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const tom = await takeSeat(swell, squad, await inviteOf(), "Tom");
    await sql`with made as (
        insert into people (id, first_name, last_name) select gen_random_uuid(), repeat('W', 60), repeat('W', 60)
        from generate_series(1, 230) returning id
      ), sat as (
        insert into seats (person_id, squad_id, key_hash) select id, ${squad}, sha256(id::text::bytea) from made
      ) insert into squad_members (id, squad_id, user_id, role) select id, ${squad}, id, 'member' from made`.execute(
      swell.database.db,
    );
    const lists = [`/api/squads/${squad}/members`, `/api/squads/${squad}/seats`, `/api/squads/${squad}`];
    const replies = await Promise.all(lists.map((url) => ana.get(url)));
    for (const { status, text } of replies) expect([status, text.length < 150_000]).toEqual([200, true]);
    expect(rows(replies[0]!.body)).toHaveLength(200);
    expect(rows(replies[1]!.body)).toHaveLength(200);
    expect(
      (await swell.visitor.get(`/api/public/squads/${squad}?invite=${await inviteOf()}`)).text.length,
    ).toBeLessThan(5000);
    expect((await tom.get(`/api/squads/${squad}/members`)).status).toBe(200);
  });
});

test("a browser that refuses cookies gets one seat, for ten minutes", async () => {
  const { ana, squad, inviteOf } = await newSquad(swell, "ana");
  const [key, invite] = [newKey(), await inviteOf()];
  const age = (minutes: number) =>
    sql`update seats set sat_at = now() - ${minutes} * interval '1 minute' where squad_id = ${squad}`.execute(
      swell.database.db,
    );
  const first = seatIn(swell.app, await sitDown(squad, invite, { key }));
  await age(9);
  // The request came with another name, and the link was renewed meanwhile.
  await ana.post(`/api/squads/${squad}/invite-link/reset`, {});
  expect(seatIn(swell.app, await sitDown(squad, invite, { key, firstName: "Mal" })).id).toBe(first.id);
  await age(10);
  for (const code of [invite, await inviteOf()])
    expect((await sitDown(squad, code, { key })).body["key"]).toBe("seat_key_used");
  expect(await membersOf(ana, squad)).toEqual([ana.id, first.id]);
});

test("an admin changes and learns nothing of the seats and names of another squad", async () => {
  const { ana, squad, tom } = await withTom();
  const other = await withTom();
  const added = await other.ana.post(`/api/squads/${other.squad}/expected`, { names: ["Maya"] });
  const maya = String(rows(added.body)[0]!["id"]);
  const own = `/api/squads/${squad}`;
  const pairs = [
    [other.tom.id, tom.id],
    [tom.id, other.tom.id],
    [maya, ana.id],
    [tom.id, tom.id],
    [tom.id, ana.id],
  ] as const;
  const refused = [
    ...pairs.map(([userId, intoId]) => ana.post(`${own}/merges`, { userId, intoId })),
    ...pairs.map(([userId, intoId]) => ana.get(`${own}/merges/${userId}/into/${intoId}`)),
    ana.patch(`${own}/expected/${maya}`, { name: "Mine" }),
    ana.delete(`${own}/expected/${maya}`),
    ana.post(`${own}/seats/${other.tom.id}/confirm`, {}),
    adminsLink(ana, squad, other.tom),
  ];
  for (const { status, text } of await Promise.all(refused)) {
    expect([status, text]).toEqual([409, expect.any(String)]);
    expect(text).not.toMatch(/Maya|Tom/);
  }
  expect((await adminsLink(ana, other.squad, other.tom)).status).toBe(404);
  expect([await isIn(tom), await isIn(other.tom)]).toEqual([true, true]);
  expect(rows((await other.ana.get(`/api/squads/${other.squad}`)).body["expected"])).toMatchObject([
    { firstName: "Maya" },
  ]);
});
