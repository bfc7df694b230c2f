import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { newSquad, newTrip } from "../testing/builders.ts";
import { linkIn, mailTo } from "../testing/outbox.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const keptOut = { status: 403, body: { code: "forbidden", error: "An admin of this squad has to invite you back." } };
const turn = (admin: TestPerson, squad: string, isPublic: boolean) =>
  admin.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic });
const join = (who: TestPerson, id: string, invite?: string) => who.post(`/api/trips/${id}/join`, { invite });
const removedOf = async (admin: TestPerson, squad: string) =>
  rows((await admin.get(`/api/squads/${squad}/removed`)).body).map(({ user }) => String(user!["id"]));

async function newRemoval() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
  await turn(made.ana, made.squad, true);
  expect((await made.ana.delete(`/api/squads/${made.squad}/members/${made.bo!.id}?trips=leave`)).status).toBe(204);
  return { ...made, bo: made.bo!, cleo: made.cleo! };
}

test("a person removed from a public squad cannot join it again by themselves", async () => {
  const { ana, bo, squad, trip } = await newRemoval();
  for (const place of [squad, trip]) {
    expect(await join(bo, place)).toMatchObject(keptOut);
    expect(await join(bo, place, "guess")).toMatchObject(keptOut);
  }
  const zoe = await swell.person("zoe");
  expect((await join(zoe, squad)).status).toBe(200);
  expect((await ana.get(`/api/squads/${squad}`)).body["squad"]!["memberCount"]).toBe(3);
});

test("an admin sees who was removed, latest first, and lets them back in", async () => {
  const { ana, bo, cleo, squad } = await newRemoval();
  await ana.delete(`/api/squads/${squad}/members/${cleo.id}`);
  expect(await removedOf(ana, squad)).toEqual([cleo.id, bo.id]);
  const first = await ana.get(`/api/squads/${squad}/removed?limit=1`);
  expect(rows(first.body)).toHaveLength(1);
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers["link"]))![1]!;
  expect(rows((await ana.get(next)).body)).toMatchObject([{ user: { id: bo.id, firstName: "Bo" } }]);
  const page = await ana.get(`/api/squads/${squad}/removed`);
  expect(page.text).not.toContain(bo.email);

  for (let i = 0; i < 2; i++) expect((await ana.delete(`/api/squads/${squad}/removed/${bo.id}`)).status).toBe(204);
  expect(await removedOf(ana, squad)).toEqual([cleo.id]);
  expect((await join(bo, squad)).body).toMatchObject({ alreadyMember: false });
  expect(await join(cleo, squad)).toMatchObject(keptOut);
});

test("a personal invitation brings a removed person back, and ends the removal", async () => {
  const { ana, bo, squad } = await newRemoval();
  const to = "bo.again@example.org";
  await ana.post("/api/squad-invites", { squadId: squad, emails: [to] });
  const code = linkIn(await mailTo(swell.parts.config.dataDir, to)).searchParams.get("invite")!;
  expect((await join(bo, squad, code)).body).toMatchObject({ alreadyMember: false });
  expect(await removedOf(ana, squad)).toEqual([]);
  await bo.post(`/api/squads/${squad}/leave`, {});
  expect((await join(bo, squad)).status).toBe(200);
});

test("who was removed from a private squad cannot join once it turns public", async () => {
  const { ana, bo, squad, inviteOf } = await newSquad(swell, "ana", "bo");
  await ana.delete(`/api/squads/${squad}/members/${bo!.id}`);
  await turn(ana, squad, true);
  expect(await join(bo!, squad)).toMatchObject(keptOut);
  // In a private squad, whoever has the new link was given it.
  await turn(ana, squad, false);
  expect((await join(bo!, squad)).status).toBe(404);
  expect((await join(bo!, squad, await inviteOf())).status).toBe(200);
  await turn(ana, squad, true);
  expect(await removedOf(ana, squad)).toEqual([]);
});

test("only admins see and end removals", async () => {
  const { bo, cleo, squad } = await newRemoval();
  for (const who of [bo, cleo]) {
    expect((await who.get(`/api/squads/${squad}/removed`)).status).toBe(403);
    expect((await who.delete(`/api/squads/${squad}/removed/${bo.id}`)).status).toBe(403);
  }
  expect(await join(bo, squad)).toMatchObject(keptOut);
});

test("a removed person who joins at the moment of the removal stays out", async () => {
  const { ana, squad, people } = await newSquad(swell, "ana", "bo", "cleo", "dora");
  await turn(ana, squad, true);
  const gone = people.slice(1);
  await Promise.all(
    gone.flatMap((who) => [
      ana.delete(`/api/squads/${squad}/members/${who.id}`),
      ...[1, 2, 3].map(() => join(who, squad)),
    ]),
  );
  expect((await ana.get(`/api/squads/${squad}`)).body["squad"]!["memberCount"]).toBe(1);
  expect((await removedOf(ana, squad)).toSorted()).toEqual(gone.map(({ id }) => id).toSorted());
});
