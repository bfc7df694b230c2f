import { chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import {
  isOpenToNobody,
  killAll,
  launchServer,
  nobody,
  postmasterOf,
  register,
  startServer,
  temporaryFolder,
} from "./server-process.ts";

const isRoot = process.getuid?.() === 0;
const home = temporaryFolder();
vi.setConfig({ testTimeout: 60_000 });

afterAll(async () => {
  killAll();
  await home.remove();
});

/** Files whose mode lets other accounts read them. */
function openFiles(folder: string) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // The folder has sessions, password hashes and the key that signs upload addresses.
  expect(files.length).toBeGreaterThan(500);
  return files
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => (statSync(file).mode & 0o077) !== 0);
}

async function worksAsRoot(closed: string, starts: number) {
  mkdirSync(closed, { mode: 0o700 });
  const dataDir = path.join(closed, "our data");
  for (let start = 0; start < starts; start++) {
    const server = await startServer({ dataDir });
    const ana = await register(server.url, "Ana");
    expect((await ana.send("POST", "/api/squads", { name: "Closed folder" })).status).toBe(201);
    expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).not.toBe(0);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(openFiles(dataDir)).toEqual([]);
  }
}

test.runIf(isRoot)("started as root in a closed folder, PostgreSQL does not run as root", () =>
  worksAsRoot(path.join(home.path, "only for root"), 1),
);

test.runIf(isRoot)("started as root in a closed folder, a second start works too", { tags: "long" }, () =>
  worksAsRoot(path.join(home.path, "twice for root"), 2),
);

test.runIf(isRoot && isOpenToNobody())(
  "started as an ordinary user, the files belong to that user alone",
  { tags: "long" },
  async () => {
    const parent = path.join(home.path, "a user's");
    mkdirSync(parent);
    chownSync(parent, nobody.uid, nobody.gid);
    const dataDir = path.join(parent, "data");
    const server = await startServer({ dataDir, ...nobody });
    const ana = await register(server.url, "Ana");
    expect((await ana.send("POST", "/api/squads", { name: "A user's own" })).status).toBe(201);
    expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).toBe(nobody.uid);
    const { uid, mode } = statSync(dataDir);
    expect({ uid, mode: mode & 0o777 }).toEqual({ uid: nobody.uid, mode: 0o700 });
    expect(await server.end("SIGTERM")).toBe(0);
    expect(openFiles(dataDir)).toEqual([]);
  },
);

test.runIf(isRoot && isOpenToNobody())("a folder of another account is refused in one line", async () => {
  const dataDir = path.join(home.path, "root's");
  mkdirSync(dataDir, { mode: 0o700 });
  const server = launchServer({ dataDir, ...nobody });
  expect(await server.ended).toBe(1);
  expect(server.said()).toBe(
    `${dataDir} cannot be written by the account that started this server (user id ${nobody.uid}): ` +
      "start as its owner, or set DATA_DIR to another folder.\n",
  );
});
