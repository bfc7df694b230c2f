import { newId } from "../platform/db/id.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Body, type TestApp, openTestApp, rows } from "../testing/app.ts";
import { newSquad, newTrip } from "../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const cannotJoin = "Unable to join this squad. It may be private or not found.";

describe("a squad", () => {
  test("is private, named and described by its creator, who becomes its admin", async () => {
    const ana = await swell.person("ana");
    const made = await ana.post("/api/squads", { name: "  Dawn Patrol " });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: "Dawn Patrol",
      description: "Dawn Patrol crew",
      isPublic: false,
      memberCount: 1,
      role: "admin",
    });
    expect((await ana.get("/api/squads")).body).toEqual([made.body]);
    const page = await ana.get(`/api/squads/${made.body["id"]}`);
    expect(page.body).toMatchObject({ members: [{ userId: ana.id, role: "admin" }], trips: [] });
  });

  test.each([
    [{ name: "x" }, "Squad name must be at least 2 characters"],
    [{}, "Squad name must be at least 2 characters"],
    [{ name: "x".repeat(101) }, "Please use at most 100 characters"],
    [{ name: ["Dawn"] }, "Squad name must be at least 2 characters"],
    [{ name: "Dawn", description: "x".repeat(1001) }, "Please use at most 1000 characters"],
  ])("with fields %j is refused", async (body, error) => {
    const bo = await swell.person("bo");
    expect((await bo.post("/api/squads", body)).body).toMatchObject({ code: "invalid_input", error });
    expect((await bo.get("/api/squads")).text).toBe("[]");
  });

  test("that is private is the same 404 to strangers as a missing one", async () => {
    const { squad } = await newSquad(swell, "ana");
    const zoe = await swell.person("zoe");
    const hidden = await zoe.get(`/api/squads/${squad}`);
    const missing = await zoe.get("/api/squads/0190a5b0-0000-7000-8000-000000000000");
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(missing.text);
    expect((await zoe.get("/api/squads/not-an-id")).status).toBe(404);
  });

  test("is renamed and described by each member, and made public by admins alone", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    const renamed = { name: "Night Shift", description: "Tea after waves." };
    expect((await bo!.put(`/api/squads/${squad}`, renamed)).body).toMatchObject({ ...renamed, isPublic: false });
    const opened = await bo!.put(`/api/squads/${squad}`, { name: "Open House", isPublic: true });
    expect(opened.status).toBe(403);
    expect(opened.body["error"]).toBe("Only squad admins can make a squad public or private.");
    expect((await bo!.put(`/api/squads/${squad}`, { ...renamed, isPublic: false })).status).toBe(200);
    expect((await ana.put(`/api/squads/${squad}`, { ...renamed, isPublic: true })).body["isPublic"]).toBe(true);
    expect((await bo!.put(`/api/squads/${squad}`, { ...renamed, isPublic: false })).status).toBe(403);
    const { body } = await ana.get(`/api/squads/${squad}`);
    expect(body["squad"]).toMatchObject({ ...renamed, isPublic: true });
  });

  test("that is public shows its page to users, and its card to everyone", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    await ana.put(`/api/squads/${squad}`, { name: "Open 100% Water", isPublic: true });
    const zoe = await swell.person("zoe");
    const page = await zoe.get(`/api/squads/${squad}`);
    expect(page.body["squad"]).toMatchObject({ role: null, inviteUrl: null });
    const found = await swell.visitor.get("/api/public/squads?q=100%25");
    expect(found.body).toEqual([expect.objectContaining({ id: squad })]);
    expect(JSON.stringify(found.body)).not.toContain("Ana");
    expect((await swell.visitor.get(`/api/squads/${squad}`)).status).toBe(401);
  });

  test("that is public is found by what is on the screen, however it was typed", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const description = "Ponta  do\u00A0Ouro, cafe\u0301 [a.m.] \\o/ (50% off)\nEarly  ones";
    await ana.put(`/api/squads/${squad}`, { name: "Biển  \u00A0Xanh_7", description, isPublic: true });
    const find = async (q: string) =>
      (await swell.visitor.get(`/api/public/squads?${new URLSearchParams({ q })}`)).body;
    for (const q of [
      "biển xanh",
      "Bie\u0302\u0309n\u00A0\u00A0XANH",
      "ponta do ouro",
      "CAFÉ [A.M.] \\o/ (",
      "50% off",
      "early ones",
      "_7",
      "b",
    ])
      expect([q, await find(q)]).toEqual([q, [expect.objectContaining({ id: squad })]]);
    for (const q of ["b.ển", "xanh.*", "Xanh-7", "ponta ouro", "xanh_7 ponta", "50_ off"])
      expect([q, await find(q)]).toEqual([q, []]);
  });
});

describe("the invite link", () => {
  test("of a private squad ends when it is reset or a member is removed", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const { bo, cleo } = await swell.people("bo", "cleo");
    const first = await inviteOf();
    expect((await bo.post(`/api/trips/${squad}/join`, { invite: "guess" })).body["error"]).toBe(cannotJoin);
    expect((await bo.post(`/api/trips/${squad}/join`, {})).status).toBe(404);
    expect((await swell.visitor.get(`/api/public/squads/${squad}?invite=${first}`)).body["memberCount"]).toBe(1);
    expect((await swell.visitor.get(`/api/public/squads/${squad}`)).status).toBe(404);
    expect((await bo.post(`/api/trips/${squad}/join`, { invite: first })).body).toEqual({
      alreadyMember: false,
      squadId: squad,
    });
    expect((await bo.post(`/api/trips/${squad}/join`, { invite: first })).body).toEqual({
      alreadyMember: true,
      squadId: squad,
    });

    const reset = await ana.post(`/api/squads/${squad}/invite-link/reset`, {});
    expect(reset.body["inviteUrl"]).toMatch(new RegExp(`^http://localhost/join-squad/${squad}\\?invite=[\\w-]{32}$`));
    expect((await cleo.post(`/api/trips/${squad}/join`, { invite: first })).status).toBe(404);
    const second = await inviteOf();
    expect((await cleo.post(`/api/trips/${squad}/join`, { invite: second })).status).toBe(200);

    expect((await ana.delete(`/api/squads/${squad}/members/${bo.id}`)).status).toBe(204);
    expect((await bo.get(`/api/squads/${squad}`)).status).toBe(404);
    expect((await bo.post(`/api/trips/${squad}/join`, { invite: second })).status).toBe(404);
  });

  test("used twice at once by each of ten people makes each a member once", async () => {
    const { ana, squad, inviteOf } = await newSquad(swell, "ana");
    const invite = await inviteOf();
    const crowd = await Promise.all(Array.from({ length: 10 }, (_, i) => swell.person(`p${i}`)));
    const joins = await Promise.all(
      [...crowd, ...crowd].map((who) => who.post(`/api/trips/${squad}/join`, { invite })),
    );
    expect(joins.map((join) => join.status)).toEqual(joins.map(() => 200));
    expect(joins.filter((join) => String(join.body["alreadyMember"]) === "false")).toHaveLength(10);
    const page = await ana.get(`/api/squads/${squad}`);
    expect(page.body["squad"]!["memberCount"]).toBe(11);
    expect(page.body["members"]).toHaveLength(11);
  });
});

describe("leaving", () => {
  test("needs another admin, and the last member confirms with the name", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    const stuck = await ana.post(`/api/squads/${squad}/leave`, {});
    expect(stuck.status).toBe(409);
    expect(stuck.body["code"]).toBe("last_admin");
    expect((await ana.patch(`/api/squads/${squad}/members/${bo!.id}`, { role: "admin" })).body["role"]).toBe("admin");
    expect((await ana.post(`/api/squads/${squad}/leave`, {})).body).toEqual({ deleted: false });
    const last = await bo!.post(`/api/squads/${squad}/leave`, {});
    expect(last.status).toBe(409);
    expect(last.body["code"]).toBe("confirmation_needed");
    expect((await bo!.get(`/api/squads/${squad}`)).status).toBe(200);
    expect((await bo!.post(`/api/squads/${squad}/leave`, { confirm: "Dawn Patrol" })).body).toEqual({ deleted: true });
    expect((await bo!.get("/api/squads")).text).toBe("[]");
  });

  test("by both admins at the same moment is refused for one", async () => {
    const { ana, bo, cleo, squad } = await newSquad(swell, "ana", "bo", "cleo");
    await ana.patch(`/api/squads/${squad}/members/${bo!.id}`, { role: "admin" });
    const both = await Promise.all([
      ana.post(`/api/squads/${squad}/leave`, {}),
      bo!.post(`/api/squads/${squad}/leave`, {}),
    ]);
    expect(both.map((reply) => String(reply.status)).sort()).toEqual(["200", "409"]);
    const { body } = await cleo!.get(`/api/squads/${squad}`);
    expect(rows(body["members"]).filter((member) => String(member["role"]) === "admin")).toHaveLength(1);
  });

  test("also limits roles: the last admin cannot give theirs up", async () => {
    const { ana, squad } = await newSquad(swell, "ana", "bo");
    expect((await ana.patch(`/api/squads/${squad}/members/${ana.id}`, { role: "member" })).body["code"]).toBe(
      "last_admin",
    );
  });
});

test("a former member is not on the crew of the squad's trips", async () => {
  const { ana, bo, cleo, squad } = await newSquad(swell, "ana", "bo", "cleo");
  const trip = await ana.post("/api/trips", {
    name: "T",
    location: "L",
    startDate: "2026-07-04",
    endDate: "2026-07-05",
    squadId: squad,
  });
  expect((await bo!.post(`/api/squads/${squad}/leave`, {})).status).toBe(200);
  expect((await ana.delete(`/api/squads/${squad}/members/${cleo!.id}?trips=leave`)).status).toBe(204);
  const crew = await ana.get(`/api/trips/${trip.body["id"]}/members`);
  expect(rows(crew.body).map((member) => member["userId"])).toEqual([ana.id]);
  for (const gone of [bo!, cleo!]) expect((await gone.get(`/api/trips/${trip.body["id"]}`)).status).toBe(404);
});

test("a squad is deleted with its trips, after confirming its name", async () => {
  const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
  const trip = await ana.post("/api/trips", {
    name: "T",
    location: "L",
    startDate: "2026-07-04",
    endDate: "2026-07-05",
    squadId: squad,
  });
  expect((await ana.delete(`/api/squads/${squad}`, { confirm: "dawn" })).status).toBe(409);
  expect((await bo!.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" })).status).toBe(403);
  expect((await ana.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" })).status).toBe(204);
  expect((await ana.get(`/api/trips/${trip.body["id"]}`)).status).toBe(404);
});

test("members see each other, and strangers see none of them", async () => {
  const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
  const zoe = await swell.person("zoe");
  expect((await ana.get(`/api/users/${bo!.id}`)).body["firstName"]).toBe("Bo");
  expect((await zoe.get(`/api/users/${bo!.id}`)).status).toBe(404);
  expect((await ana.get("/api/all-members")).body).toHaveLength(2);
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  expect((await zoe.get(`/api/users/${bo!.id}`)).status).toBe(200);
});

test("a squad with many trips lists them in pages", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const zoe = await swell.person("zoe");
  await swell.database.db
    .insertInto("trips")
    .values(
      Array.from({ length: 205 }, (_, i) => ({
        id: newId(),
        squad_id: squad,
        created_by: null,
        name: `Trip ${i}`,
        location: "Everywhere",
        description: "",
        // Five trips start each day; their ids order them.
        start_date: new Date(Date.UTC(2020, 0, 1 + Math.floor(i / 5))).toISOString().slice(0, 10),
        end_date: "2021-01-01",
        photo_url: null,
      })),
    )
    .execute();
  const { body } = await ana.get(`/api/squads/${squad}`);
  const names = rows(body["trips"]).map((trip) => trip["name"]);
  expect(names).toHaveLength(200);
  const next = await ana.get(`/api/squads/${squad}/trips?limit=3&cursor=${body["nextTrips"]}`);
  const last = /<([^>]+)>; rel="next"/.exec(String(next.headers["link"]))![1]!;
  const rest = [...rows(next.body), ...rows((await ana.get(last)).body)].map((trip) => trip["name"]);
  expect(rest).toEqual(["Trip 4", "Trip 3", "Trip 2", "Trip 1", "Trip 0"]);
  expect(new Set([...names, ...rest]).size).toBe(205);
  expect((await zoe.get(`/api/squads/${squad}/trips`)).status).toBe(404);
  const few = await newSquad(swell, "bo");
  expect((await few.ana.get(`/api/squads/${few.squad}`)).body["nextTrips"]).toBeNull();
});

test("squad members show their trips with the viewer, and the mood of the running trip", async () => {
  const { ana, bo, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
  const day = (offset: number) =>
    `${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const running = { squadId: squad, name: "Now", location: "Here", startDate: day(-2), endDate: day(2) };
  const { body: trip } = await ana.post("/api/trips", running);
  await bo!.patch(`/api/trips/${String(trip["id"])}/members/me`, { mood: "stoked" });
  const cards = async (path: string) => {
    const { body } = await ana.get(path);
    return (Array.isArray(body) ? body : body["members"]) as unknown as Body[];
  };
  for (const path of [`/api/squads/${squad}`, `/api/squads/${squad}/members`]) {
    expect(await cards(path)).toMatchObject([
      { userId: ana.id, tripsWithMe: 0, mood: null },
      { userId: bo!.id, tripsWithMe: 2, mood: "stoked" },
    ]);
  }
});
