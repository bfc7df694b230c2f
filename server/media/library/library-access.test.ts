import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestPerson } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { photosOf, videoOf } from "../../testing/shots.ts";
import { type WithLibrary, openWithLibrary, over, select } from "../../testing/with-library.ts";

let world: WithLibrary;
let ana: TestPerson;
let tripId: string;
let squadId: string;
beforeAll(async () => {
  world = await openWithLibrary();
  ({ ana, trip: tripId, squad: squadId } = await newTrip(world.swell, { crew: ["ana"] }));
});
afterAll(() => world.close());

const start = (who: TestPerson, sessionId: string, itemIds: string[], target: object = { tripId }) =>
  who.post("/api/google-photos/import", { sessionId, itemIds, ...target });

describe("an import", () => {
  test("is refused for unpicked items, none, too many, and a video that is not ready", async () => {
    const video = await videoOf("PROCESSING");
    const sessionId = await select(world, ana, [video]);
    expect((await start(ana, sessionId, ["something else"])).status).toBe(404);
    expect(await start(ana, sessionId, [])).toMatchObject({
      status: 400,
      body: { error: "Please choose at least one photo." },
    });
    expect(
      (
        await start(
          ana,
          sessionId,
          Array.from({ length: 21 }, (_, n) => `${n}`),
        )
      ).status,
    ).toBe(400);
    expect(await start(ana, sessionId, [video.id])).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("preparing") },
    });
    expect((await start(ana, sessionId, [video.id], {})).status).toBe(400);
  });

  test("into another person's album is refused", async () => {
    const dora = await world.swell.person("dora");
    const shots = await photosOf(1);
    const sessionId = await select(world, dora, shots);
    for (const [name, id] of Object.entries({ tripId, squadId })) {
      const [target, query] = [{ [name]: id }, `${name}=${id}`];
      expect((await start(dora, sessionId, [shots[0]!.id], target)).status).toBe(404);
      expect((await dora.get(`/api/google-photos/import?${query}`)).status).toBe(404);
      expect((await dora.get(`/api/google-photos/resync?${query}`)).status).toBe(404);
      expect((await dora.post("/api/google-photos/resync", target)).status).toBe(404);
      expect((await world.swell.visitor.get(`/api/google-photos/resync?${query}`)).status).toBe(401);
    }
    await world.swell.database.db.updateTable("squads").set({ is_public: true }).where("id", "=", squadId).execute();
    expect((await start(dora, sessionId, [shots[0]!.id])).status).toBe(403);
    await world.swell.database.db.updateTable("squads").set({ is_public: false }).where("id", "=", squadId).execute();
  });

  test("is neither visible to others nor cancelled by them", async () => {
    world.library.switches.slownessMs = 60;
    const eve = await world.swell.person("eve");
    const shots = await photosOf(1);
    const sessionId = await select(world, ana, shots);
    await start(ana, sessionId, [shots[0]!.id]);
    expect((await eve.delete(`/api/google-photos/import?tripId=${tripId}`)).status).toBe(204);
    const imports = await over(ana, { tripId });
    expect(imports.at(-1)).toMatchObject({ state: "done" });
  });
});
