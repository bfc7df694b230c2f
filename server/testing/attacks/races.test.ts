import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../app.ts";
import { newSquad, newTrip } from "../builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const rounds = Array.from({ length: 8 }, (_, round) => round);

test("a removed member is not put back on a crew by a parallel edit", async () => {
  for (const _ of rounds) {
    const { ana, bo, cleo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
    await ana.delete(`/api/trips/${trip}/members/${bo!.id}`);
    const [removed, edited] = await Promise.all([
      ana.delete(`/api/squads/${squad}/members/${bo!.id}?trips=leave`),
      cleo!.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo!.id, cleo!.id] }),
    ]);
    expect(removed.status).toBe(204);
    expect([200, 400]).toContain(edited.status);
    expect((await bo!.get(`/api/trips/${trip}`)).status).toBe(404);
    expect((await bo!.get("/api/trips")).body).toEqual([]);
  }
});

test("two admins who demote each other or leave at once leave one admin", async () => {
  for (const round of rounds) {
    const { ana, bo, cleo, squad } = await newSquad(swell, "ana", "bo", "cleo");
    expect((await ana.patch(`/api/squads/${squad}/members/${bo!.id}`, { role: "admin" })).status).toBe(200);
    await Promise.all(
      round % 2 === 0
        ? [
            ana.patch(`/api/squads/${squad}/members/${bo!.id}`, { role: "member" }),
            bo!.patch(`/api/squads/${squad}/members/${ana.id}`, { role: "member" }),
          ]
        : [ana.post(`/api/squads/${squad}/leave`, {}), bo!.post(`/api/squads/${squad}/leave`, {})],
    );
    const { text } = await cleo!.get(`/api/squads/${squad}/members`);
    expect((JSON.parse(text) as { role: string }[]).map(({ role }) => role)).toContain("admin");
  }
});

test("a vote cast while its voter leaves counts only if it completed the award first", async () => {
  for (const _ of rounds) {
    const { ana, bo, cleo, squad, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo"],
      awards: ["Best Wipeout"],
    });
    const vote = `/api/categories/${categories[0]}/vote`;
    await ana.post(vote, { nomineeId: ana.id });
    const replies = await Promise.all([
      bo!.post(`/api/squads/${squad}/leave`, {}),
      bo!.post(vote, { nomineeId: bo!.id }),
      cleo!.post(vote, { nomineeId: ana.id }),
    ]);
    expect(replies.every(({ status }) => status < 500)).toBe(true);
    const wasFirst = replies.some(({ body }) => Number(body["progress"]?.["votesReceived"]) === 3);
    // Without Bo two ballots are left of a crew that was three: too few to keep them secret.
    const progress = (await ana.get(`/api/categories/${categories[0]}/voting-progress`)).body;
    expect(progress).toMatchObject(wasFirst ? { isComplete: true } : { isComplete: false, isHeld: true });
    expect((await ana.get(`/api/categories/${categories[0]}/leaderboard`)).body).toMatchObject(
      wasFirst
        ? [
            { user: { id: ana.id }, voteCount: 2 },
            { user: { id: bo!.id }, voteCount: 1 },
          ]
        : [],
    );
  }
});

test("joins in parallel with a removal keep the member count right", async () => {
  const { ana, bo, squad, inviteOf } = await newSquad(swell, "ana", "bo");
  const invite = await inviteOf();
  const replies = await Promise.all([
    ...rounds.map(() => bo!.post(`/api/trips/${squad}/join`, { invite })),
    ana.delete(`/api/squads/${squad}/members/${bo!.id}`),
  ]);
  expect(replies.every(({ status }) => status < 500)).toBe(true);
  expect((await ana.get(`/api/squads/${squad}`)).body).toMatchObject({
    squad: { memberCount: 1 },
    members: [{ userId: ana.id }],
  });
});

test("the last person of a squadless trip cannot remove themselves", async () => {
  const ana = await swell.person("ana");
  const fields = { name: "Peniche", location: "Portugal", startDate: "2026-08-01", endDate: "2026-08-02" };
  const trip = String((await ana.post("/api/trips", fields)).body["id"]);
  const refused = await ana.delete(`/api/trips/${trip}/members/${ana.id}`);
  expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await ana.get(`/api/trips/${trip}`)).status).toBe(200);
});
