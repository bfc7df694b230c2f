import { beforeAll, describe, expect, test, vi } from "vitest";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newSquad, newTrip } from "../../testing/builders.ts";
import { environmentOf, hasStore, newBucket } from "../../testing/s3.ts";
import { photosOf } from "../../testing/shots.ts";
import { bring, openWithLibrary, select } from "../../testing/with-library.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { addressFor, put } from "../fixtures/uploading.ts";

vi.setConfig({ hookTimeout: 300_000, testTimeout: 60_000 });

const maxSquadBytes = 150_000;
const squadFull = {
  status: 507,
  body: {
    code: "squad_full",
    error:
      "This squad's space is full (0.1 MB). An admin can delete photos, for good in “Recently deleted”, to make room.",
  },
};
const userFull = {
  status: 507,
  body: {
    code: "user_full",
    error: "Your space is full (0.2 MB). Delete photos of yours, for good in “Recently deleted”, to make room.",
  },
};
const limits = { MAX_SQUAD_BYTES: String(maxSquadBytes), MAX_USER_BYTES: "200000" };

/** A JPEG with zeros after its end, which is `size` bytes long. */
async function photoOf(size: number): Promise<Buffer> {
  const picture = await jpeg({ width: 60, height: 40 });
  return Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
}

async function sent(swell: TestApp, person: TestPerson, size: number): Promise<string> {
  const address = await addressFor(person);
  expect((await put(swell, person, address, await photoOf(size))).status).toBe(200);
  return address;
}
const register = (person: TestPerson, album: string, mediaURL: string) =>
  person.put(`${album}/media`, { mediaURL, fileName: "wave.jpg" });

describe.each([
  { where: "on the disk", isBucket: false },
  { where: "in a bucket (needs Ceph's radosgw)", isBucket: true },
])("with photos $where", ({ isBucket }) => {
  describe.skipIf(isBucket && !hasStore)("and limits", () => {
    let swell: TestApp;
    let other: TestApp;
    beforeAll(async () => {
      const environment = { ...(isBucket && environmentOf(await newBucket())), ...limits };
      swell = await openTestApp(environment);
      other = await openTestApp(
        { ...environment, WORKER: "off", DATA_DIR: swell.parts.config.dataDir },
        swell.database,
      );
      return async () => {
        await other.close();
        await swell.close();
      };
    });

    test("a file without room is refused before its bytes are sent", async () => {
      const { ana, trip, squad } = await newTrip(swell, { crew: ["ana"] });
      for (const album of [{ tripId: trip }, { squadId: squad }]) {
        const small = { size: maxSquadBytes, fileType: "image/jpeg", ...album };
        const large = { ...small, size: maxSquadBytes + 1 };
        for (const call of ["/api/objects/upload", "/api/uploads"]) {
          expect((await ana.post(call, small)).status).toBeLessThan(300);
          // Announced uploads count too.
          await swell.database.db.deleteFrom("uploads").where("user_id", "=", ana.id).execute();
          expect(await ana.post(call, large)).toMatchObject(squadFull);
        }
      }
      const squadless = { size: 200_001, fileType: "image/jpeg" };
      expect(await ana.post("/api/objects/upload", squadless)).toMatchObject(userFull);
      expect(await ana.post("/api/uploads", squadless)).toMatchObject(userFull);
    });

    test("a file for an album of strangers is refused before its bytes are sent", async () => {
      const { trip, squad } = await newTrip(swell, { crew: ["ana"] });
      const bo = await swell.person("bo");
      for (const album of [{ tripId: trip }, { squadId: squad }])
        for (const call of ["/api/objects/upload", "/api/uploads"])
          expect((await bo.post(call, { size: 10, ...album })).status).toBe(404);
    });

    test("of two photos at once, only one takes the last space of a squad", async () => {
      const { ana, bo, trip, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
      const addresses = [await sent(swell, ana, 80_000), await sent(other, bo!, 80_001)] as const;
      const replies = await Promise.all([
        register(ana, `/api/trips/${trip}`, addresses[0]),
        register(bo!, `/api/squads/${squad}`, addresses[1]),
      ]);
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(replies.find(({ status }) => status === 507)).toMatchObject(squadFull);
    });

    test("a refused photo can be registered once there is room, and not before", async () => {
      const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
      const album = `/api/trips/${trip}`;
      const first = await register(ana, album, await sent(swell, ana, maxSquadBytes));
      expect(first.status).toBe(201);
      const address = await sent(swell, ana, 20_000);
      expect(await register(ana, album, address)).toMatchObject(squadFull);
      const photo = `/api/media/${String(first.body["id"])}`;
      expect((await ana.delete(photo)).status).toBe(204);
      // Photos in the trash count.
      expect(await register(ana, album, address)).toMatchObject(squadFull);
      expect((await ana.delete(`${photo}/trash`)).status).toBe(204);
      expect((await register(ana, album, address)).status).toBe(201);
    });

    test("the same file again takes no space", async () => {
      const { ana, bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
      const album = `/api/trips/${trip}`;
      const photo = await photoOf(100_000);
      const [first, second] = [await addressFor(ana), await addressFor(bo!)];
      await put(swell, ana, first, photo);
      await put(swell, bo!, second, photo);
      expect((await register(ana, album, first)).status).toBe(201);
      expect(await register(bo!, album, second)).toMatchObject({ status: 200, body: { duplicate: true } });
    });

    test("a person's space is shared by all their squads and covers", async () => {
      const { ana, squad } = await newSquad(swell, "ana");
      const second = await ana.post("/api/squads", { name: "Night Shift" });
      expect((await register(ana, `/api/squads/${squad}`, await sent(swell, ana, 90_000))).status).toBe(201);
      const there = `/api/squads/${String(second.body["id"])}`;
      expect((await register(ana, there, await sent(swell, ana, 90_001))).status).toBe(201);
      expect(await put(swell, ana, await addressFor(ana), await photoOf(20_000))).toMatchObject(userFull);
      const cover = { squadPhotoURL: await sent(swell, ana, 19_999), fileName: "cover.jpg" };
      expect((await ana.put("/api/squad-photos", cover)).status).toBeLessThan(300);
    });

    test("uploads that nobody registers count towards a person's limit", async () => {
      const [ana, bo] = [await swell.person("ana"), await swell.person("bo")];
      for (let i = 0; i < 2; i++) await sent(swell, ana, 90_000);
      expect(await put(swell, ana, await addressFor(ana), await photoOf(20_001))).toMatchObject(userFull);
      expect(await ana.post("/api/uploads", { size: 20_001 })).toMatchObject(userFull);
      expect(await ana.post("/api/objects/upload", { size: 20_001, fileType: "image/jpeg" })).toMatchObject(userFull);
      expect((await ana.get("/api/account")).body["space"]).toEqual({ usedBytes: 180_000, maxBytes: 200_000 });
      // Announced files count before their bytes come, and cancelled ones no longer.
      const announced = await bo.post("/api/uploads", { size: 150_000 });
      expect(announced.status).toBe(201);
      expect(await put(swell, bo, await addressFor(bo), await photoOf(60_000))).toMatchObject(userFull);
      expect((await bo.delete(String(announced.body["uploadURL"]))).status).toBe(204);
      await sent(swell, bo, 60_000);
    });

    test("uploads at once, also to two servers, stay below a person's limit together", async () => {
      for (let round = 0; round < 3; round++) {
        const ana = await swell.person("ana");
        const addresses = await Promise.all(Array.from({ length: 12 }, () => addressFor(ana)));
        const photo = await photoOf(40_000);
        const announcing = Array.from({ length: 4 }, () => ana.post("/api/uploads", { size: 40_000 }));
        const replies = await Promise.all(
          addresses.map((address, i) => put(i % 2 === 0 ? swell : other, ana, address, photo)),
        );
        await Promise.all(announcing);
        expect(replies.filter(({ status }) => status !== 200 && status !== 507)).toEqual([]);
        const left = await swell.database.db.selectFrom("uploads").where("user_id", "=", ana.id).selectAll().execute();
        const bytes = left.filter(({ refusal }) => refusal === null).reduce((sum, { size }) => sum + Number(size), 0);
        expect(bytes).toBeLessThanOrEqual(200_000);
        expect(bytes).toBeGreaterThan(0);
      }
    });
  });
});

test("only admins see the space of a squad, and each person sees their own", async () => {
  const swell = await openTestApp(limits);
  try {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    await register(bo!, `/api/squads/${squad}`, await sent(swell, bo!, 90_000));
    const spaceOf = async (person: TestPerson, path: string) => (await person.get(path)).body["space"];
    expect(await spaceOf(ana, `/api/squads/${squad}`)).toEqual({ usedBytes: 90_000, maxBytes: maxSquadBytes });
    expect(await spaceOf(bo!, `/api/squads/${squad}`)).toBeNull();
    expect(await spaceOf(bo!, "/api/account")).toEqual({ usedBytes: 90_000, maxBytes: 200_000 });
    expect(await spaceOf(ana, "/api/account")).toEqual({ usedBytes: 0, maxBytes: 200_000 });
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    expect(await spaceOf(await swell.person("eve"), `/api/squads/${squad}`)).toBeNull();
  } finally {
    await swell.close();
  }
});

test("an account has 200 MB of unused uploads beside one file in its first week", async () => {
  const swell = await openTestApp();
  try {
    const cleo = await swell.person("cleo");
    const megabyte = 1024 ** 2;
    const announce = async (megabytes: number) =>
      (await cleo.post("/api/uploads", { size: megabytes * megabyte, fileType: "video/mp4" })).status;
    expect([await announce(500), await announce(150), await announce(51), await announce(50)]).toEqual([
      201, 201, 429, 201,
    ]);
    await swell.database.db
      .updateTable("people")
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000) } as object)
      .where("id", "=", cleo.id)
      .execute();
    expect(await announce(500)).toBe(201);
  } finally {
    await swell.close();
  }
});

test("without limits there is no space to show", async () => {
  const swell = await openTestApp();
  try {
    const { ana, squad } = await newSquad(swell, "ana");
    expect((await ana.get(`/api/squads/${squad}`)).body["space"]).toBeNull();
    expect((await ana.get("/api/account")).body["space"]).toBeNull();
  } finally {
    await swell.close();
  }
});

test("an import without room fails, and a re-sync brings it once there is room", async () => {
  const world = await openWithLibrary({ FFMPEG: "off", MAX_SQUAD_BYTES: "400000" });
  try {
    const { ana, trip, squad } = await newTrip(world.swell, { crew: ["ana"] });
    const filling = await register(ana, `/api/squads/${squad}`, await sent(world.swell, ana, 399_990));
    const [shot] = await photosOf(1);
    const [failed] = await bring(world, ana, { tripId: trip }, [shot!]);
    expect(failed).toMatchObject({ state: "failed", fault: { step: "upload" } });
    expect(String(failed!["fault"]!["sentence"])).toMatch(/^This squad's space is full/);
    const photo = `/api/media/${String(filling.body["id"])}`;
    await ana.delete(photo);
    await ana.delete(`${photo}/trash`);
    const { body } = await ana.post("/api/google-photos/resync", { tripId: trip });
    expect(body["results"]).toMatchObject({ imported: [{ id: shot!.id }], errors: [] });
    // An import into a squad that is full does not begin.
    await register(ana, `/api/squads/${squad}`, await sent(world.swell, ana, 400_000 - shot!.bytes.length));
    const [more] = await photosOf(1);
    const sessionId = await select(world, ana, [more!]);
    const begun = await ana.post("/api/google-photos/import", { sessionId, itemIds: [more!.id], tripId: trip });
    expect(begun).toMatchObject({ status: 507, body: { code: "squad_full" } });
  } finally {
    await world.close();
  }
});
