import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { killAll, startServer, temporaryFolder, until } from "../testing/lifecycle/server-process.ts";
import { jpeg } from "./fixtures/pictures.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });
const home = temporaryFolder();
afterAll(async () => {
  killAll();
  await home.remove();
});

interface Item {
  readonly id: string;
  readonly filePath: string;
  readonly state: string;
}

/** A person with a squad who uploads photos over a real connection. */
async function photographer(url: string) {
  const headers = { "content-type": "application/json", cookie: "" };
  const send = async <T>(method: string, route: string, body: unknown) => {
    const reply = await fetch(url + route, { method, headers, body: JSON.stringify(body) });
    if (!headers.cookie) headers.cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return (await reply.json()) as T;
  };
  const email = `${Math.random()}@example.org`;
  await send("POST", "/api/register", { firstName: "Ana", lastName: "Berg", email, password: "likes-waves" });
  const { id: squad } = await send<{ id: string }>("POST", "/api/squads", { name: "Dawn Patrol" });
  return {
    async add(bytes: Buffer): Promise<Item> {
      const { uploadURL } = await send<{ uploadURL: string }>("POST", "/api/objects/upload", {});
      const sent = await fetch(url + uploadURL, {
        method: "PUT",
        headers: { cookie: headers.cookie },
        body: new Uint8Array(bytes),
      });
      if (sent.status !== 200) throw new Error(await sent.text());
      return send<Item>("PUT", `/api/squads/${squad}/media`, { mediaURL: uploadURL, fileName: "wave.jpg" });
    },
    at: (other: string) => ({
      photos: async () => {
        const reply = await fetch(`${other}/api/squads/${squad}/media?limit=200`, {
          headers: { cookie: headers.cookie },
        });
        return (await reply.json()) as Item[];
      },
      original: async (item: Item) => {
        const reply = await fetch(other + item.filePath, { headers: { cookie: headers.cookie } });
        return Buffer.from(await reply.arrayBuffer());
      },
    }),
  };
}

/** The pid of the server's media process in this role. */
function childOf(server: number, role: string): number | undefined {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      const isOurs = Number(parent) === server;
      if (isOurs && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`worker.ts\0${role}`)) return Number(pid);
    } catch {
      // That process has just ended.
    }
  }
  return undefined;
}

const photos = (count: number) => Promise.all(Array.from({ length: count }, () => jpeg({ width: 3600, height: 2400 })));
const isReady = (items: readonly Item[]) => items.every(({ state }) => state === "ready");

/** Uploads `count` photos and kills the server after it acknowledged half of them. */
async function keepsPhotos(dataDir: string, count: number) {
  const server = await startServer({ dataDir });
  const ana = await photographer(server.url);
  const kept = new Map<string, Buffer>();
  const all = await photos(count);
  await Promise.all(
    all.map(async (bytes) => {
      const item = await ana.add(bytes).catch(() => undefined);
      if (!item) return;
      kept.set(item.id, bytes);
      if (kept.size === count / 2) server.child.kill("SIGKILL");
    }),
  );
  await server.end("SIGKILL");
  expect(kept.size).toBeGreaterThanOrEqual(count / 2);
  const next = await startServer({ dataDir });
  const view = ana.at(next.url);
  const items = await view.photos();
  expect([...kept.keys()].filter((id) => !items.some((item) => item.id === id))).toEqual([]);
  expect(isReady(items)).toBe(false);
  for (const item of items) {
    const bytes = kept.get(item.id);
    if (bytes) expect((await view.original(item)).equals(bytes)).toBe(true);
  }
  await until("all pictures are made", async () => isReady(await view.photos()));
  expect(await next.end("SIGTERM")).toBe(0);
}

test("photos acknowledged before a kill -9 survive and get their renditions later", () =>
  keepsPhotos(path.join(home.path, "few"), 6));

test("many photos acknowledged before a kill -9 all survive", { tags: "long" }, () =>
  keepsPhotos(path.join(home.path, "many"), 24),
);

test("killing the media processes at any time loses nothing", { tags: "long" }, async ({ skip }) => {
  if (process.platform !== "linux") skip("finds the processes in /proc");
  const server = await startServer({ dataDir: home.path });
  const ana = await photographer(server.url);
  const view = ana.at(server.url);
  let killed = 0;
  const killing = setInterval(() => {
    for (const role of ["inspect", "render"]) {
      const pid = childOf(server.child.pid!, role);
      if (!pid || killed >= 6) continue;
      process.kill(pid, "SIGKILL");
      killed++;
    }
  }, 700);
  for (const bytes of await photos(24)) expect(await ana.add(bytes)).toMatchObject({ state: "processing" });
  await until("all pictures are made", async () => isReady(await view.photos()));
  clearInterval(killing);
  expect(killed).toBeGreaterThanOrEqual(3);
  expect(await view.photos()).toHaveLength(24);
  expect(await server.end("SIGTERM")).toBe(0);
});
