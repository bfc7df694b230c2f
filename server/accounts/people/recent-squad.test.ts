import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

describe("the recent squad", () => {
  test("is none for someone without a squad", async () => {
    const gus = await swell.person("gus");
    expect((await gus.get("/api/user/recent-squad")).body).toEqual({ hasSquads: false, squadId: null });
  });

  test("is the one joined last, and after leaving it the one before", async () => {
    const first = await newSquad(swell, "ana");
    const { ana, bo } = await swell.people("ana", "bo");
    const own = String((await bo.post("/api/squads", { name: "Night Shift" })).body["id"]);
    await bo.post(`/api/trips/${first.squad}/join`, { invite: await first.inviteOf() });
    expect((await bo.get("/api/user/recent-squad")).body).toEqual({ hasSquads: true, squadId: first.squad });
    await bo.post(`/api/squads/${first.squad}/leave`, {});
    expect((await bo.get("/api/user/recent-squad")).body).toEqual({ hasSquads: true, squadId: own });
    expect((await ana.get("/api/user/recent-squad")).body).toEqual({ hasSquads: false, squadId: null });
  });

  test("needs a session", async () => {
    expect((await swell.visitor.get("/api/user/recent-squad")).status).toBe(401);
    const cleo = await swell.person("cleo");
    await swell.database.db.deleteFrom("sessions").where("user_id", "=", cleo.id).execute();
    expect((await cleo.get("/api/user/recent-squad")).body["code"]).toBe("not_signed_in");
  });
});

describe("GET /api/login redirects to the sign-in page", () => {
  test.each([
    ["/api/login", "/auth"],
    ["/api/login?return=%2Fjoin-squad%2F7%3Finvite%3Da%252Bb", "/auth?return=%2Fjoin-squad%2F7%3Finvite%3Da%252Bb"],
    ["/api/login?redirect=%2Fcreate-squad", "/auth?return=%2Fcreate-squad"],
    ["/api/login?return=/a&return=/b", "/auth"],
  ])("%s redirects to %s", async (url, to) => {
    const reply = await swell.visitor.get(url);
    expect(reply.status).toBe(302);
    expect(reply.headers["location"]).toBe(to);
  });
});
