import { hash } from "node:crypto";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type CallName, calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { tvAlphabet } from "#contract/tv.ts";
import { jpeg } from "../../../media/fixtures/pictures.ts";
import { add, addressFor, open, put, settled } from "../../../media/fixtures/uploading.ts";
import { type Client, type TestApp, client, openTestApp } from "../../../testing/app.ts";
import { closeNight, newTrip, startShowOf } from "../../../testing/builders.ts";
import { openSecrets } from "../../../platform/secrets/secrets.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => swell.close());

const inAnHour = () => new Date(Date.now() + 3_600_000).toJSON();

/** A trip with a closed night, and a screen that shows it. */
async function newScreen() {
  const made = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  const { ana, trip } = made;
  const night = `/api/trips/${trip}/night`;
  expect((await ana.post(night, { startsAt: inAnHour(), timeZone: "Europe/Lisbon" })).status).toBe(201);
  const code = await newCode(ana, night);
  return { ...made, bo: made.bo!, night, code, tv: await openTv(code) };
}

async function newCode(host: Client, night: string): Promise<string> {
  const made = await host.post(`${night}/tv-code`, {});
  expect(made.status).toBe(201);
  return String(made.body["code"]);
}

/** A screen without an account, after somebody typed this code. */
async function openTv(code: string): Promise<Client> {
  const opened = await swell.visitor.post("/api/tv", { code });
  expect(opened.status).toBe(200);
  const cookie = String(opened.headers["set-cookie"]);
  expect(cookie).toMatch(/^tv=screen\.[\w-]{43}; .*Path=\/api\/tv; HttpOnly; SameSite=Strict/);
  return client(swell.app, cookie.split(";")[0]!);
}

const statusOf = async (tv: Client) => (await tv.get("/api/tv")).status;

test("a code opens the night on a screen, however it is typed", async () => {
  const { code, trip } = await newScreen();
  expect(code).toMatch(new RegExp(`^[${tvAlphabet}]{6}$`));
  const tv = await openTv(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `);
  const page = (await tv.get("/api/tv")).body;
  expect(page).toMatchObject({ trip: { id: trip }, night: { stage: "planned" } });
  expect(page["crew"]).toHaveLength(2);
  const stored = await swell.database.db.selectFrom("tv_codes").select("code_hash").execute();
  expect(stored.some(({ code_hash }) => code_hash.includes(code))).toBe(false);
});

test("a wrong code opens nothing", async () => {
  const { body, status, headers } = await swell.visitor.post("/api/tv", { code: "AAAAAA" });
  expect([status, body["error"]]).toEqual([404, "This code is wrong or over."]);
  expect(headers["set-cookie"]).toBeUndefined();
});

test("only organizers get a code, and only for a night", async () => {
  const { ana, bo, night, trip } = await newScreen();
  expect((await bo.post(`${night}/tv-code`, {})).status).toBe(403);
  expect((await bo.delete(`${night}/tv-code`)).status).toBe(403);
  await ana.delete(night);
  expect((await ana.post(`/api/trips/${trip}/night/tv-code`, {})).status).toBe(409);
});

test("a new code ends the one before and leaves its screens on", async () => {
  const { ana, night, code, tv } = await newScreen();
  const next = await newCode(ana, night);
  expect((await swell.visitor.post("/api/tv", { code })).status).toBe(404);
  expect(await statusOf(tv)).toBe(200);
  expect(await statusOf(await openTv(next))).toBe(200);
});

/** The address of each call that needs the session of a person, with ids of this trip. Calls for site admins are left out: others get 404. */
const callsOfPeople = (trip: string) =>
  (Object.keys(calls) as CallName[])
    .filter((name) => !["visitor", "screen", "admin"].includes((calls[name] as Endpoint).access ?? "user"))
    .map((name) => name.replace(":picture", "medals").replaceAll(/:\w+/g, trip).split(" ") as ["GET", string]);

/** What all these calls answer to this cookie: each status with a call that gets it. */
async function answersTo(cookie: string, trip: string) {
  const answers: Record<number, string> = {};
  for (const [method, url] of [...callsOfPeople(trip), ["GET", "/api/live"] as const]) {
    const payload = method === "GET" ? {} : { payload: {} };
    const { statusCode } = await swell.app.inject({ method, url, headers: { cookie }, ...payload });
    answers[statusCode] = `${method} ${url}`;
  }
  return answers;
}

test("a screen can call nothing but what is for screens", async () => {
  const { tv, trip } = await newScreen();
  expect(callsOfPeople(trip).length).toBeGreaterThan(100);
  const only401 = { 401: expect.any(String) };
  expect(await answersTo(tv.cookie, trip)).toEqual(only401);
  expect(await answersTo(tv.cookie.replace("tv=", "session="), trip)).toEqual(only401);
  // The form of its token refuses it there. Without that, some calls look at their input before the session.
  const token = "a".repeat(43);
  const changed = await swell.database.db
    .updateTable("sessions")
    .set({ token_hash: hash("sha256", token, "buffer") })
    .where("night_of", "=", trip)
    .executeTakeFirst();
  expect(changed.numUpdatedRows).toBe(1n);
  expect(await answersTo(`session=${token}`, trip)).toEqual({ ...only401, 400: expect.any(String) });
});

test("a screen and a person share a browser and end no session of the other", async () => {
  const { ana, bo, trip, night, tv } = await newScreen();
  const both = client(swell.app, `${bo.cookie}; access=${bo.id}.0; ${tv.cookie}`);
  expect((await both.get("/api/auth/user")).body["id"]).toBe(bo.id);
  expect((await both.get("/api/tv")).body).toMatchObject({ trip: { id: trip } });
  expect(await statusOf(client(swell.app, bo.cookie))).toBe(404);
  expect(await statusOf(client(swell.app, bo.cookie.replace("session=", "tv=")))).toBe(404);

  const opened = await both.post("/api/tv", { code: await newCode(ana, night) });
  expect([opened.headers["set-cookie"]].flat()).toEqual([expect.stringMatching(/^tv=/)]);
  expect((await both.get("/api/sessions")).body).toHaveLength(1);
  expect((await both.delete("/api/sessions")).status).toBe(204);
  expect([await statusOf(both), (await both.get("/api/auth/user")).status]).toEqual([200, 200]);
  expect((await both.post("/api/logout", {})).status).toBe(204);
  expect([await statusOf(both), (await both.get("/api/auth/user")).status]).toEqual([200, 401]);
});

test("a screen gets the night of its own trip, whichever it asks for", async () => {
  const [mine, other] = [await newScreen(), await newScreen()];
  const face = String((await add(swell, other.ana, `/api/trips/${other.trip}`, await jpeg())).body["filePath"]);
  await settled(other.ana, `/api/trips/${other.trip}`);
  const picture = face.replace("/objects/", "/api/tv/pictures/");
  expect((await mine.tv.get(`/api/tv?trip=${other.trip}`)).body).toMatchObject({ trip: { id: mine.trip } });
  expect((await open(swell, mine.tv, picture)).status).toBe(404);
  // The cover of the other trip is its one photo.
  expect((await open(swell, other.tv, picture)).status).toBe(200);
  await other.ana.delete(`${other.night}/tv-code`);
  expect([await statusOf(mine.tv), await statusOf(other.tv)]).toEqual([200, 404]);
});

test("a screen gets renditions of the pictures that it shows, and no others", async () => {
  const { ana, bo, trip, tv } = await newScreen();
  const mediaURL = await addressFor(bo);
  await put(swell, bo, mediaURL, await jpeg());
  const made = await bo.put("/api/profile-images", { profileImageURL: mediaURL, fileName: "face.jpg" });
  const face = String(made.body["objectPath"]);
  await bo.patch("/api/auth/user", { profileImageUrl: face });
  const photos: string[] = [];
  for (const width of [90, 120])
    photos.push(String((await add(swell, ana, `/api/trips/${trip}`, await jpeg({ width }))).body["filePath"]));
  await settled(ana, `/api/trips/${trip}`);
  const onScreen = (path: string) => path.replace("/objects/", "/api/tv/pictures/");

  const page = (await tv.get("/api/tv")).body;
  const crew = page["crew"] as unknown as { id: string; profileImageUrl: string }[];
  const address = crew.find(({ id }) => id === bo.id)?.profileImageUrl ?? "";
  expect(address).toBe(onScreen(face));
  const seen = await open(swell, tv, `${address}?size=thumb`);
  expect([seen.status, seen.headers["content-type"]]).toEqual([200, expect.stringMatching(/^image\/(webp|jpeg)$/)]);

  // The trip's cover is one of its photos.
  const others = photos.filter((path) => !JSON.stringify(page["trip"]).includes(onScreen(path)));
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) expect((await open(swell, tv, onScreen(other))).status).toBe(404);
  expect((await open(swell, swell.visitor, address)).status).toBe(404);
  expect((await open(swell, tv, `${address}?size=large`)).status).toBe(400);
  expect((await open(swell, tv, `${face}?size=thumb`)).status).toBe(404);
});

test("a TV gets no picture of other trips or the trash, whatever a page names", async () => {
  const { ana, bo, squad, trip, tv } = await newScreen();
  const fields = { location: "Portugal", startDate: "2026-07-04T00:00:00.000Z", endDate: "2026-07-11T00:00:00.000Z" };
  const newTripOf = async (squadId: string) =>
    `/api/trips/${String((await ana.post("/api/trips", { ...fields, squadId, name: "Nazaré" })).body["id"])}`;
  const otherSquad = String((await ana.post("/api/squads", { name: "Night Shift" })).body["id"]);
  const photoOf = async (place: string) => String((await add(swell, ana, place, await jpeg())).body["filePath"]);
  const here = await photoOf(`/api/trips/${trip}`);
  const trashed = String((await add(swell, ana, `/api/trips/${trip}`, await jpeg({ width: 90 }))).body["filePath"]);
  const places = [await newTripOf(squad), await newTripOf(otherSquad), `/api/squads/${otherSquad}`];
  const hidden = [trashed, ...(await Promise.all(places.map(photoOf)))];
  for (const place of [`/api/trips/${trip}`, ...places]) await settled(ana, place);
  expect((await ana.delete(`/api/media/${trashed.slice("/objects/".length)}`)).status).toBe(204);
  const seen = (path: string) => open(swell, tv, `${path.replace("/objects/", "/api/tv/pictures/")}?size=medium`);

  for (const path of hidden) {
    const address = path.replace("/objects/", "/api/tv/pictures/");
    expect((await bo.put(`/api/trips/${trip}`, { ...fields, name: address })).status).toBe(200);
    await swell.database.db.updateTable("people").set({ first_name: address }).where("id", "=", bo.id).execute();
    expect((await tv.get("/api/tv")).text).toContain(address);
    expect((await seen(path)).status, "named by a text").toBe(404);
  }
  const setCover = (path: string) =>
    swell.database.db.updateTable("trips").set({ photo_url: path }).where("id", "=", trip).execute();
  for (const path of hidden) {
    await setCover(path);
    expect((await tv.get("/api/tv")).text).toContain(path.slice("/objects/".length));
    expect((await seen(path)).status, "named by a picture's field").toBe(404);
  }
  await setCover(here);
  expect((await seen(here)).status).toBe(200);
});

test.each([
  ["its organizer ends it", ({ ana, night }: Setting) => ana.delete(`${night}/tv-code`)],
  ["the night is called off", ({ ana, night }: Setting) => ana.delete(night)],
  ["the trip is deleted", ({ ana, trip }: Setting) => ana.delete(`/api/trips/${trip}`)],
  [
    "its maker is no organizer any more",
    async ({ squad, bo, ana }: Setting) => {
      // The squad's admin made the code.
      await swell.database.db.updateTable("trips").set({ created_by: bo.id }).where("squad_id", "=", squad).execute();
      await ana.put(`/api/squads/${squad}/members/${bo.id}/role`, { role: "admin" });
      await swell.database.db
        .updateTable("squad_members")
        .set({ role: "member" })
        .where("user_id", "=", ana.id)
        .execute();
    },
  ],
  [
    "its two hours are over",
    ({ trip }: Setting) =>
      swell.database.db
        .updateTable("sessions")
        .set({ expires_at: new Date(0) })
        .where("night_of", "=", trip)
        .execute(),
  ],
  [
    "the night has been over for half an hour",
    ({ trip }: Setting) =>
      sql`update nights set over_at = now() - interval '31 minutes' where trip_id = ${trip}`.execute(swell.database.db),
  ],
])("a screen goes dark when %s", async (_when, end) => {
  const setting = await newScreen();
  expect(await statusOf(setting.tv)).toBe(200);
  await end(setting);
  expect(await statusOf(setting.tv)).toBe(404);
  expect((await setting.tv.get("/api/tv/live")).status).toBe(404);
});
type Setting = Awaited<ReturnType<typeof newScreen>>;

test("signs, cards and reactions reach a screen at once, until its code ends", async () => {
  const { ana, bo, trip, night, tv } = await newScreen();
  const { port } = swell.app.server.address() as AddressInfo;
  let told = "";
  let isOpen = true;
  get({ port, path: "/api/tv/live", headers: { cookie: tv.cookie } }, (response) => {
    response.setEncoding("utf8");
    response.on("data", (text: string) => (told += text));
    response.on("end", () => (isOpen = false));
  });
  await vi.waitFor(() => expect(told).toContain("event: hello"));
  await bo.post(`${night}/here`, {});
  await vi.waitFor(() => expect(told).toContain(`"person":"${bo.id}"`));
  await closeNight(trip, [ana, bo]);
  await ana.post(`${night}/start`, {});
  await vi.waitFor(() => expect(told).toContain('"kind":"title"'));
  await bo.post(`${night}/reactions`, { emoji: "🔥" });
  await vi.waitFor(() => expect(told).toContain('"emoji":"🔥"'));
  expect(isOpen).toBe(true);
  expect((await tv.get("/api/tv")).body).toMatchObject({ night: { show: { card: { kind: "title" } } } });
  await ana.delete(`${night}/tv-code`);
  await vi.waitFor(() => expect(isOpen).toBe(false));
});

test("a screen gets no card after the maker of its code is no organizer any more", async () => {
  const { ana, bo, squad, trip, night } = await newScreen();
  expect((await ana.patch(`/api/squads/${squad}/members/${bo.id}`, { role: "admin" })).status).toBe(200);
  const tv = await openTv(await newCode(bo, night));
  const { port } = swell.app.server.address() as AddressInfo;
  let told = "";
  let isOpen = true;
  get({ port, path: "/api/tv/live", headers: { cookie: tv.cookie } }, (response) => {
    response.setEncoding("utf8");
    response.on("data", (text: string) => (told += text));
    response.on("end", () => (isOpen = false));
  });
  await vi.waitFor(() => expect(told).toContain("event: hello"));
  await startShowOf(swell, ana, trip);
  await vi.waitFor(() => expect(told).toContain('"kind":"title"'));
  expect((await ana.patch(`/api/squads/${squad}/members/${bo.id}`, { role: "member" })).status).toBe(200);
  expect((await ana.post(`/api/trips/${trip}/night/next`, { position: 0 })).status).toBe(200);
  await vi.waitFor(() => expect(isOpen).toBe(false));
  expect(told).not.toContain('"kind":"award"');
});

test("guesses are limited for each network address", async () => {
  const strict = await openTestApp({ RATE_LIMITS: "on" }, swell.database);
  const tries = [];
  for (let i = 0; i < 14; i++) tries.push((await strict.visitor.post("/api/tv", { code: `AAAAA${i}` })).status);
  await strict.close();
  expect(tries.slice(0, 12)).toEqual(Array(12).fill(404));
  expect(tries.at(-1)).toBe(429);
});

test("guesses are limited for all addresses together, but for a few of each network", async () => {
  const strict = await openTestApp({ RATE_LIMITS: "on" }, swell.database);
  await sql`insert into guesses (key, until) values (sha256('tv codes'), now() + interval '2 hours')
    on conflict (key) do update set until = excluded.until`.execute(swell.database.db);
  const tries = [];
  for (let i = 0; i < 4; i++) tries.push((await strict.visitor.post("/api/tv", { code: "AAAAAA" })).status);
  await sql`delete from guesses`.execute(swell.database.db);
  await strict.close();
  expect(tries).toEqual([404, 404, 404, 429]);
});

test("a flood of guesses from elsewhere keeps no TV dark", async () => {
  const { code } = await newScreen();
  const strict = await openTestApp(
    { RATE_LIMITS: "on", TRUST_PROXY: "on", PUBLIC_URL: "http://trips.example", DATA_DIR: swell.parts.config.dataDir },
    swell.database,
  );
  await sql`insert into guesses (key, until) values (sha256('tv codes'), now() + interval '2 hours')
    on conflict (key) do update set until = excluded.until`.execute(swell.database.db);
  const from = (ip: string, typed: string) =>
    strict.visitor.post("/api/tv", { code: typed }, { "x-forwarded-for": ip });
  const flood = [];
  for (let i = 0; i < 6; i++) flood.push((await from(`2001:db8:77:${i}00::1`, "AAAAAA")).status);
  const opened = await from("192.0.2.7", code);
  await sql`delete from guesses`.execute(swell.database.db);
  await strict.close();
  expect(flood).toEqual([404, 404, 404, 429, 429, 429]);
  expect(opened.status).toBe(200);
});

test("a copy of the database does not tell a code", async () => {
  const { code, trip } = await newScreen();
  const { code_hash: stored } = await swell.database.db
    .selectFrom("tv_codes")
    .select("code_hash")
    .where("trip_id", "=", trip)
    .executeTakeFirstOrThrow();
  for (const text of [code, `tv ${code}`, `tv code ${code}`])
    expect(hash("sha256", text, "buffer")).not.toEqual(stored);
  const secretsOf = (key: Buffer | null) => openSecrets({ keys: key && [key], dataDir: swell.parts.config.dataDir });
  expect(await secretsOf(null).mac(code, "tv code")).toEqual(stored);
  expect(await secretsOf(Buffer.alloc(32, 7)).mac(code, "tv code")).not.toEqual(stored);
});
