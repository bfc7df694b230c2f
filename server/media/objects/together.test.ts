import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { type Client, type Reply, type TestApp, client, openTestApp } from "../../testing/app.ts";
import { photoColumns } from "../../testing/photo-columns.ts";
import { type Cast, type World, castOf, newWorld, roles } from "../../testing/world.ts";
import { jpeg } from "../fixtures/pictures.ts";

// Two servers on one database and one folder.
let swell: TestApp;
let other: TestApp;
let cast: Cast;
let thumb: Buffer;
beforeAll(async () => {
  swell = await openTestApp();
  other = await openTestApp({ DATA_DIR: swell.parts.config.dataDir }, swell.database);
  cast = await castOf(swell);
  thumb = await jpeg();
});
afterAll(async () => {
  await other.close();
  await swell.close();
});

/** A new world (see `newWorld`) whose photo has files. */
async function worldWithFiles(isPublic: boolean) {
  const world = await newWorld(swell, cast, isPublic);
  const blobs = openBlobs(swell.parts.config);
  await blobs.put(`${world.photo}/original`, randomBytes(1000));
  await blobs.put(`${world.photo}/thumb`, thumb);
  return { ...world, path: `/objects/${world.photo}?size=thumb` };
}

const statusOf = async (person: Client, path: string, { app }: TestApp = swell) =>
  (await client(app, person.cookie).get(path)).status;

test("many simultaneous requests each get exactly what their viewer may see", async () => {
  const [hidden, shown] = [await worldWithFiles(false), await worldWithFiles(true)];
  const asked = Array.from({ length: 20 }, () =>
    roles.flatMap((role) => [
      { role, path: hidden.path, status: role === "visitor" || role === "user" ? 404 : 200 },
      { role, path: `/objects/${newId()}`, status: 404 },
      { role, path: `/objects/${shown.photo}`, status: role === "visitor" || role === "user" ? 403 : 200 },
      { role, path: shown.path, status: 200 },
    ]),
  ).flat();
  const answers = await Promise.all(asked.map(({ role, path }) => statusOf(cast[role], path)));
  expect(answers).toEqual(asked.map(({ status }) => status));
});

/** Looks at a photo on a server all the time, as many others do. Returns what stops it. */
function keepLooking(path: string, server: TestApp) {
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all(Array.from({ length: 10 }, () => statusOf(cast.crew, path, server)));
      // Answers from memory never wait, and would let nothing else run.
      await setImmediate();
    }
  })();
  return () => {
    stopping.abort();
    return looking;
  };
}

/** Stops the clock by which kept answers end. */
const stopClock = () => vi.spyOn(performance, "now").mockReturnValue(performance.now());

interface Loss {
  readonly loss: string;
  readonly viewer: (world: World) => Promise<Client> | Client;
  readonly lose: (world: World, viewer: Client) => Promise<Reply>;
}

/** A second session of the organizer. */
async function secondSession(): Promise<Client> {
  const { email, password } = cast.organizer;
  const { headers } = await swell.visitor.post("/api/login", { email, password });
  return client(swell.app, String(headers["set-cookie"]).split(";")[0]!);
}

describe.each<Loss>([
  {
    loss: "the squad turns private",
    viewer: () => cast.visitor,
    lose: ({ squad }) => cast.admin.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: false }),
  },
  {
    loss: "they are removed from the squad",
    viewer: () => cast.member,
    lose: ({ squad }) => cast.admin.delete(`/api/squads/${squad}/members/${cast.member.id}`),
  },
  {
    loss: "they leave the squad",
    viewer: () => cast.member,
    lose: ({ squad }, member) => member.post(`/api/squads/${squad}/leave`, {}),
  },
  { loss: "they log out", viewer: secondSession, lose: (_world, session) => session.post("/api/logout", {}) },
  {
    loss: "they end their other sessions",
    viewer: secondSession,
    lose: () => cast.organizer.delete("/api/sessions"),
  },
  {
    loss: "the photo goes to the trash",
    viewer: () => cast.member,
    lose: ({ photo }) => cast.admin.delete(`/api/media/${photo}`),
  },
  {
    loss: "the trip is deleted",
    viewer: () => cast.member,
    lose: ({ trip }) => cast.organizer.delete(`/api/trips/${trip}`),
  },
  {
    loss: "the squad is deleted",
    viewer: () => cast.member,
    lose: ({ squad }) => cast.admin.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" }),
  },
])("a viewer's next request after $loss", ({ loss, viewer, lose }) => {
  beforeEach(() => void stopClock());
  afterEach(() => void vi.restoreAllMocks());

  test("is refused on the same server, and on another one with the hint", async () => {
    const world = await worldWithFiles(loss === "the squad turns private");
    const { path } = world;
    const stops = [keepLooking(path, swell), keepLooking(path, other)];
    try {
      const person = await viewer(world);
      for (const server of [swell, other, swell, other]) expect(await statusOf(person, path, server)).toBe(200);
      const lost = await lose(world, person);
      expect(lost.status, lost.text).toBeLessThan(300);
      expect(await statusOf(person, path)).toBe(404);
      await expect.poll(() => statusOf(person, path, other), { timeout: 10_000 }).toBe(404);
    } finally {
      await Promise.all(stops.map((stop) => stop()));
    }
  });
});

test("without a hint, kept rights end after two seconds", async () => {
  const clock = stopClock();
  const stoppedAt = performance.now();
  try {
    const { squad, path } = await worldWithFiles(false);
    expect(await statusOf(cast.member, path)).toBe(200);
    const members = swell.database.db.deleteFrom("squad_members");
    await members.where("squad_id", "=", squad).where("user_id", "=", cast.member.id).execute();
    clock.mockReturnValue(stoppedAt + 1999);
    expect(await statusOf(cast.member, path)).toBe(200);
    clock.mockReturnValue(stoppedAt + 2000);
    expect(await statusOf(cast.member, path)).toBe(404);
  } finally {
    vi.restoreAllMocks();
  }
});

test("rights are kept for a session, not for everybody", async () => {
  const { path } = await worldWithFiles(false);
  expect(await statusOf(cast.crew, path)).toBe(200);
  for (const role of ["visitor", "user"] as const) expect(await statusOf(cast[role], path)).toBe(404);
});

test("a wall of fifty photos costs one question to the database", async () => {
  const asked = vi.fn();
  const counted = await openTestApp(
    { DATA_DIR: swell.parts.config.dataDir },
    {
      ...swell.database,
      rows: (statement, values) => {
        if (statement.name === "objects_seen") asked();
        return swell.database.rows(statement, values);
      },
    },
  );
  try {
    const { squad, trip } = await worldWithFiles(false);
    const wall = Array.from({ length: 50 }, (_, n) => ({
      ...photoColumns(),
      id: newId(),
      purpose: "gallery" as const,
      uploader_id: cast.crew.id,
      squad_id: squad,
      trip_id: trip,
      sha256: randomBytes(32),
      taken_at: new Date(Date.now() - n * 1000),
    }));
    await swell.database.db.insertInto("media").values(wall).execute();
    for (const { id } of wall) await openBlobs(swell.parts.config).put(`${id}/thumb`, thumb);
    const left = wall.map(({ id }) => `/objects/${id}?size=thumb`);
    const connection = async () => {
      for (let path = left.shift(); path; path = left.shift())
        expect(await statusOf(cast.crew, path, counted)).toBe(200);
    };
    await Promise.all(Array.from({ length: 6 }, connection));
    expect(asked).toHaveBeenCalledTimes(1);
  } finally {
    await counted.close();
  }
});
