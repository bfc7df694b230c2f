import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { freshDatabase } from "../database.ts";
import { environmentOf, hasStore, newBucket, newBucketSettings } from "../s3.ts";
import {
  type Member,
  type ServerProcess,
  killAll,
  postmasterOf,
  register,
  startServer,
  temporaryFolder,
  until,
} from "./server-process.ts";

// Each test starts several servers, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const home = temporaryFolder();
afterAll(async () => {
  killAll();
  await home.remove();
});

/** Runs a command of the product to its end. */
function run(file: "backup" | "restore" | "check-blobs", env: Record<string, string>, ...args: string[]) {
  const program = path.resolve(import.meta.dirname, `../../commands/${file}.ts`);
  const told = { PATH: process.env.PATH, APP_PG_BIN: process.env.APP_PG_BIN, ...env };
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { env: told }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

interface Acknowledged {
  readonly name: string;
  readonly at: number;
}

/** A person who makes squads one after the other, and keeps what the server acknowledged. */
function writeOn(who: Member) {
  const acknowledged: Acknowledged[] = [];
  const stopping = new AbortController();
  const writing = (async () => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      const reply = await who.send("POST", "/api/squads", { name: `Squad ${i}` }).catch(() => undefined);
      if (reply?.status === 201) acknowledged.push({ name: `Squad ${i}`, at: Date.now() });
      if (!reply) break;
    }
  })();
  return {
    acknowledged,
    async stop() {
      stopping.abort();
      await writing;
      return acknowledged;
    },
  };
}

/** Uploads a photo. Returns its address and the SHA-256 of its bytes. */
async function upload(who: Member, url: string, squad: string) {
  const { uploadURL } = (await (await who.send("POST", "/api/objects/upload")).json()) as { uploadURL: string };
  const body = await jpeg({ width: 600 + Math.floor(Math.random() * 400), height: 400 });
  const headers = { cookie: who.cookie, "content-type": "application/octet-stream" };
  const sent = await fetch(new URL(uploadURL, url), { method: "PUT", headers, body: new Uint8Array(body) });
  expect(sent.status).toBe(200);
  const added = await who.send("PUT", `/api/squads/${squad}/media`, { mediaURL: uploadURL, fileName: "wave.jpg" });
  const { id, filePath } = (await added.json()) as { id: string; filePath: string };
  return { id, filePath, sha256: createHash("sha256").update(body).digest("hex"), at: Date.now() };
}

type Photo = Awaited<ReturnType<typeof upload>>;

/** Logs a person in again at a restored site, where all sessions have ended. */
async function logIn(server: ServerProcess, email: string): Promise<(route: string) => Promise<Response>> {
  const reply = await fetch(new URL("/api/login", server.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "likes-waves" }),
  });
  expect(reply.status).toBe(200);
  const cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return (route) => fetch(new URL(route, server.url), { headers: { cookie } });
}

/** A running site with a person, a squad and photos. */
async function openSite(dataDir: string, env: Record<string, string> = {}) {
  const server = await startServer({ dataDir, env });
  const ana = await register(server.url, "Ana");
  const { email } = (await (await ana.send("GET", "/api/auth/user")).json()) as { email: string };
  const { id: squad } = (await (await ana.send("POST", "/api/squads", { name: "Dawn Patrol" })).json()) as {
    id: string;
  };
  const photos: Photo[] = [];
  for (let i = 0; i < 3; i++) photos.push(await upload(ana, server.url, squad));
  return { server, ana, email, squad, photos };
}

/** Expects that a restored site has these squads and photos, whole, and that old sessions have ended. */
async function expectSite(
  dataDir: string,
  { ana, email }: { ana: Member; email: string },
  { squads, photos }: { squads: readonly string[]; photos: readonly Photo[] },
  env: Record<string, string> = {},
) {
  const server = await startServer({ dataDir, env });
  expect((await ana.at(server.url).send("GET", "/api/auth/user")).status).toBe(401);
  const get = await logIn(server, email);
  const found = (await (await get("/api/squads")).json()) as readonly { name: string }[];
  const names = new Set(found.map(({ name }) => name));
  expect(squads.filter((name) => !names.has(name))).toEqual([]);
  for (const { filePath, sha256 } of photos) {
    const reply = await get(filePath);
    expect(reply.status).toBe(200);
    expect(
      createHash("sha256")
        .update(Buffer.from(await reply.arrayBuffer()))
        .digest("hex"),
    ).toBe(sha256);
  }
  expect(await server.end("SIGTERM")).toBe(0);
  // The restored database is the owner of its photos.
  expect(server.said()).not.toContain("take-over");
}

interface Manifest {
  readonly began: string;
  readonly cluster: { readonly until: string } | null;
  readonly tables: readonly { readonly name: string; readonly file: { readonly name: string } }[];
}

function newestManifest(place: string): Manifest {
  const name = readdirSync(path.join(place, "backups")).toSorted().at(-1)!;
  return JSON.parse(readFileSync(path.join(place, "backups", name, "backup.json"), "utf8")) as Manifest;
}

/** The names of what was acknowledged before a moment. */
const before = (all: readonly Acknowledged[], moment: string) =>
  all.filter(({ at }) => at < Date.parse(moment)).map(({ name }) => name);

describe("a backup of a running server", () => {
  const dataDir = path.join(home.path, "site");
  const place = path.join(home.path, "place");
  let site: Awaited<ReturnType<typeof openSite>>;
  let acknowledged: readonly Acknowledged[];
  beforeAll(async () => {
    mkdirSync(place);
    site = await openSite(dataDir);
    const writer = writeOn(site.ana);
    await until("somebody writes", () => writer.acknowledged.length > 20);
    const first = await run("backup", { DATA_DIR: dataDir }, "--to", place);
    expect(first).toEqual({ code: 0, said: expect.stringMatching(/^Backup \S+ is whole in .*, \d+ of them new\.\n$/) });
    acknowledged = await writer.stop();
  });

  test("is readable by the server's account alone", () => {
    const files = readdirSync(place, { recursive: true, withFileTypes: true });
    expect(files.length).toBeGreaterThan(50);
    const open = files.filter((one) => (statSync(path.join(one.parentPath, one.name)).mode & 0o077) !== 0);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test("is restored elsewhere with all that was acknowledged before its end", async () => {
    const restored = path.join(home.path, "restored");
    const plan = await run("restore", { DATA_DIR: restored }, "--from", place);
    expect(plan).toEqual({ code: 1, said: expect.stringContaining("Everybody will be logged out.") });
    expect(plan.said).toContain("Nothing was written.");
    expect(existsSync(restored)).toBe(false);
    const done = await run("restore", { DATA_DIR: restored }, "--from", place, "--yes");
    expect(done).toEqual({ code: 0, said: expect.stringContaining("Restored the database and ") });
    const squads = before(acknowledged, newestManifest(place).cluster!.until);
    expect(squads.length).toBeGreaterThan(20);
    await expectSite(restored, site, { squads: ["Dawn Patrol", ...squads], photos: site.photos });
    expect((await run("check-blobs", { DATA_DIR: restored })).said).not.toContain("belongs to no photo");
  });

  test("is not written over anything", async () => {
    const full = path.join(home.path, "full");
    mkdirSync(full);
    appendFileSync(path.join(full, "notes.txt"), "mine");
    const refused = await run("restore", { DATA_DIR: full }, "--from", place, "--yes");
    expect(refused).toEqual({ code: 1, said: expect.stringMatching(/^\S+ is not empty \(it has notes\.txt\).*\n$/) });
    expect(readdirSync(full)).toEqual(["notes.txt"]);
  });

  test.each([
    ["cut", (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ["longer than it was", (file: string) => appendFileSync(file, "x")],
    ["gone", (file: string) => rmSync(file)],
  ])("with a file that is %s is refused in one line, and nothing is written", async (how, damage) => {
    const broken = path.join(home.path, `broken ${how}`);
    cpSync(place, broken, { recursive: true });
    const { tables } = newestManifest(broken);
    damage(path.join(broken, tables.find(({ name }) => name === "people")!.file.name));
    const goal = path.join(home.path, `goal ${how}`);
    const refused = await run("restore", { DATA_DIR: goal }, "--from", broken, "--yes");
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/people\.copy\.zst.*this backup is not whole\.\n$/);
    expect(existsSync(goal)).toBe(false);
  });

  test("a folder without a backup, and a foreign one, are refused in one line", async () => {
    const goal = path.join(home.path, "nowhere");
    const foreign = path.join(home.path, "foreign");
    mkdirSync(path.join(foreign, "backups/2026-01-01T00-00-00Z"), { recursive: true });
    const none = await run("restore", { DATA_DIR: goal }, "--from", foreign, "--yes");
    expect(none).toEqual({ code: 1, said: `There is no complete backup in the folder ${foreign}.\n` });
    appendFileSync(path.join(foreign, "backups/2026-01-01T00-00-00Z/backup.json"), '{"format":"tar"}');
    const other = await run("restore", { DATA_DIR: goal }, "--from", foreign, "--yes");
    expect(other).toEqual({ code: 1, said: expect.stringMatching(/^backups\/2026.* is no list of a backup, .*\n$/) });
    expect(existsSync(goal)).toBe(false);
  });

  test("a second one copies only new photos, and drops those that no backup has", async () => {
    const { server, ana, squad, photos } = site;
    const fresh = await upload(ana, server.url, squad);
    const second = await run("backup", { DATA_DIR: dataDir, BACKUP_DAYS: "1" }, "--to", place);
    expect(second).toMatchObject({ code: 0 });
    expect(Number(/(\d+) of them new/.exec(second.said)![1])).toBeLessThan(
      Number(/(\d+) files of photos/.exec(second.said)![1]),
    );
    const names = readdirSync(path.join(place, "backups"));
    expect(names).toHaveLength(2);

    // Pretends that both are years old, so that both are over at the next.
    for (const name of names)
      renameSync(path.join(place, "backups", name), path.join(place, "backups", name.replace(/^\d{4}/, "2020")));
    const [gone] = photos;
    expect((await ana.send("DELETE", `/api/media/${gone!.id}`)).status).toBe(204);
    expect((await ana.send("DELETE", `/api/media/${gone!.id}/trash`)).status).toBe(204);
    const filesOf = (folder: string, id: string) =>
      readdirSync(path.join(folder, "blobs"), { recursive: true, encoding: "utf8" }).filter((name) =>
        name.includes(id),
      );
    await until("its files are removed", () => filesOf(dataDir, gone!.id).length === 0);
    expect(filesOf(place, gone!.id)).not.toEqual([]);
    expect(await run("backup", { DATA_DIR: dataDir, BACKUP_DAYS: "1" }, "--to", place)).toMatchObject({ code: 0 });
    expect(readdirSync(path.join(place, "backups")).some((name) => name.startsWith("2020"))).toBe(false);
    expect(filesOf(place, gone!.id)).toEqual([]);
    expect(filesOf(place, fresh.id)).not.toEqual([]);
  });

  test("a place with the backups of another site is refused", async () => {
    const other = await openSite(path.join(home.path, "other"));
    const refused = await run("backup", { DATA_DIR: path.join(home.path, "other") }, "--to", place);
    expect(refused).toEqual({ code: 1, said: expect.stringMatching(/holds backups of another site: .*\n$/) });
    await other.server.end("SIGTERM");
  });
});

test("wrong arguments and a missing disk are told in one line", async () => {
  const env = { DATA_DIR: path.join(home.path, "none") };
  expect((await run("backup", env)).code).toBe(2);
  expect((await run("backup", env, "--new-key")).said).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]+\n$/);
  expect((await run("restore", env)).code).toBe(2);
  const unmounted = await run("restore", env, "--from", path.join(home.path, "not/mounted"), "--yes");
  expect(unmounted).toMatchObject({ code: 1, said: expect.stringMatching(/^There is no complete backup in .*\n$/) });
});

test("a bucket without a key is warned of at the start, and one that is away later", async () => {
  const keys = { BACKUP_ACCESS_KEY_ID: "key", BACKUP_SECRET_ACCESS_KEY: "secret" };
  const env = { BACKUP_BUCKET: "our-backups", BACKUP_ENDPOINT: "http://127.0.0.1:1", ...keys };
  const server = await startServer({ dataDir: path.join(home.path, "away"), env });
  await until("both are said", () => server.said().includes("The backup failed, and is tried again: "));
  expect(server.said().match(/Backups go to the bucket unencrypted/g)).toHaveLength(1);
  expect((await fetch(new URL("/readyz", server.url))).status).toBe(200);
  expect(await server.end("SIGTERM")).toBe(0);
});

test("a backup goes into another PostgreSQL, and back into our own", { tags: "long" }, async () => {
  const [dataDir, place] = [path.join(home.path, "moving"), path.join(home.path, "moving-place")];
  mkdirSync(place);
  const site = await openSite(dataDir);
  const writer = writeOn(site.ana);
  await until("somebody writes", () => writer.acknowledged.length > 20);
  expect(await run("backup", { DATA_DIR: dataDir }, "--to", place)).toMatchObject({ code: 0 });
  const squads = before(await writer.stop(), newestManifest(place).began);
  await site.server.end("SIGTERM");

  const elsewhere = await freshDatabase("template0");
  const { host, port, user, database } = elsewhere.connection;
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
  const external = { DATA_DIR: path.join(home.path, "moved"), DATABASE_URL: url };
  expect(await run("restore", external, "--from", place, "--yes")).toMatchObject({ code: 0 });
  await expectSite(external.DATA_DIR, site, { squads, photos: site.photos }, { DATABASE_URL: url });

  const back = path.join(home.path, "back-place");
  mkdirSync(back);
  const again = await run("backup", external, "--to", back);
  expect(again).toMatchObject({ code: 0 });
  expect(newestManifest(back).cluster).toBeNull();
  const home2 = path.join(home.path, "moved back");
  expect(await run("restore", { DATA_DIR: home2 }, "--from", back, "--yes")).toMatchObject({ code: 0 });
  await expectSite(home2, site, { squads, photos: site.photos });
  await elsewhere.drop();
});

test("when a disk dies, at most the last minute is lost", { tags: "long" }, async () => {
  const [dataDir, place] = [path.join(home.path, "dying"), path.join(home.path, "dying-place")];
  mkdirSync(place);
  const site = await openSite(dataDir, { BACKUP_DIR: place });
  await until("the first backup is whole", () => site.server.said().includes("is whole in"));
  const writer = writeOn(site.ana);
  const late = await upload(site.ana, site.server.url, site.squad);
  await sleep(80_000);
  const postmaster = postmasterOf(dataDir);
  const died = Date.now();
  site.server.child.kill("SIGKILL");
  process.kill(postmaster, "SIGKILL");
  const acknowledged = await writer.stop();
  // The process of the backups ends with the server.
  await sleep(3000);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });

  const restored = path.join(home.path, "risen");
  expect(await run("restore", { DATA_DIR: restored }, "--from", place, "--yes")).toMatchObject({ code: 0 });
  const squads = acknowledged.filter(({ at }) => at < died - 75_000).map(({ name }) => name);
  expect(squads.length).toBeGreaterThan(0);
  await expectSite(restored, site, { squads, photos: [...site.photos, late] });
});

describe.runIf(hasStore)("a backup in a bucket (needs Ceph)", () => {
  test("is encrypted, and restores photos from a bucket into a folder", { tags: "long" }, async () => {
    const photosIn = await newBucket();
    const backups = await newBucketSettings();
    const key = (await run("backup", { DATA_DIR: home.path }, "--new-key")).said.trim();
    const env = { ...environmentOf(photosIn), BACKUP_BUCKET: backups.bucket, BACKUP_KEY: key };
    const dataDir = path.join(home.path, "in buckets");
    const site = await openSite(dataDir, env);
    await until("the first backup is whole", () => site.server.said().includes("is whole in"));
    await site.server.end("SIGTERM");

    const restored = path.join(home.path, "from a bucket");
    const { S3_BUCKET: _, ...keys }: Record<string, string> = env;
    const wrong = { ...keys, BACKUP_KEY: (await run("backup", { DATA_DIR: home.path }, "--new-key")).said.trim() };
    expect(await run("restore", { DATA_DIR: restored, ...wrong }, "--yes")).toMatchObject({ code: 1 });
    expect(existsSync(restored)).toBe(false);
    expect(await run("restore", { DATA_DIR: restored, ...keys }, "--yes")).toMatchObject({ code: 0 });
    await expectSite(restored, site, { squads: ["Dawn Patrol"], photos: site.photos });
  });
});
