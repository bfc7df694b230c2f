import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { type Client, type TestApp, client, openTestApp } from "../../testing/app.ts";
import { type Cast, castOf, newWorld, roles } from "../../testing/world.ts";
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

test("a viewer who loses access is refused at once, on both servers, under load", async () => {
  const { squad, path, photo } = await worldWithFiles(true);
  const looking = new AbortController();
  const goOn = async (server: TestApp) => {
    while (!looking.signal.aborted)
      await Promise.all(Array.from({ length: 10 }, () => statusOf(cast.crew, path, server)));
  };
  const others = [goOn(swell), goOn(other)];
  const statuses = async (person: Client) => [await statusOf(person, path), await statusOf(person, path, other)];
  try {
    expect(await statuses(cast.visitor)).toEqual([200, 200]);
    expect((await cast.admin.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: false })).status).toBe(200);
    expect(await statuses(cast.visitor)).toEqual([404, 404]);

    expect(await statuses(cast.member)).toEqual([200, 200]);
    await cast.admin.delete(`/api/squads/${squad}/members/${cast.member.id}`);
    expect(await statuses(cast.member)).toEqual([404, 404]);

    const { cookie, ...account } = cast.organizer;
    const second = await swell.visitor.post("/api/login", { email: account.email, password: account.password });
    const signedIn = client(swell.app, String(second.headers["set-cookie"]).split(";")[0]!);
    expect(await statuses(signedIn)).toEqual([200, 200]);
    await signedIn.post("/api/logout", {});
    expect(await statuses(signedIn)).toEqual([404, 404]);
    expect(await statuses({ ...account, cookie })).toEqual([200, 200]);

    await cast.admin.delete(`/api/media/${photo}`);
    expect(await statuses(cast.crew)).toEqual([404, 404]);
  } finally {
    looking.abort();
    await Promise.all(others);
  }
});
