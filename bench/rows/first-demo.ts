import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import { photoParts, readPhotoPart } from "../../server/pages/demo/photo-files.ts";
import { photos } from "../../server/pages/demo/photos.ts";
import { checkedAnswer, must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { startBare, startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";

/** The first person only warms the server up. The second one gets the first demo of the server. */
const [known, newcomer] = [1, 2];

/**
 * From a newcomer's first dashboard to the last small picture of the demo trip, on a server that has made no demo yet, while other
 * processes keep all processors busy. The bare server takes the same files by PUT with fsync and sends the same small pictures.
 */
export async function measureFirstDemo({ workspace, options }: Bench): Promise<Figure[]> {
  const files = new Map<string, Buffer>();
  for (const { name } of photos)
    for (const part of photoParts) files.set(`${name}.${part}`, await readPhotoPart(name, part));

  const bare = async (round: number) => {
    const site = await workspace.database(`first_demo_bare_${round}`, (client) => seedPeople(client, 2));
    const server = await startBare({ DATABASE_URL: site.url, FILES_DIR: await workspace.folder("first-demo-files") });
    const row = () => fetchBytes(server.port, `/row/${idOf("user", newcomer)}`);
    await row();
    return busy(async () => {
      await row();
      await Promise.all([...files].map(([name, bytes]) => putBytes(server.port, `/files/${name}`, bytes)));
      await row();
      await Promise.all(photos.map(({ name }) => fetchBytes(server.port, `/files/${name}.thumb`)));
    }).finally(() => server.stop());
  };
  const ours = async (round: number) => {
    const site = await workspace.database(`first_demo_${round}`, (client) => seedPeople(client, 2));
    const server = await startOurs({ DATABASE_URL: site.url, DATA_DIR: await workspace.folder("first-demo-data") });
    const dashboard = (n: number) => checkedAnswer(server.port, "GET /api/dashboard", "/api/dashboard", tokenOf(n));
    await dashboard(known);
    return busy(async () => {
      must((await dashboard(newcomer)).trips.length === 0, "The newcomer has a trip already");
      await fetchBytes(server.port, "/api/init-demo", { method: "POST" });
      const [trip] = (await dashboard(newcomer)).trips;
      const { media } = await checkedAnswer(
        server.port,
        "GET /api/trips/:id",
        `/api/trips/${trip!.id}`,
        tokenOf(newcomer),
      );
      must(media.length === photos.length, "The demo trip does not show all photos");
      await Promise.all(media.map(({ filePath }) => fetchBytes(server.port, `${filePath}?size=thumb`)));
    }).finally(() => server.stop());
  };
  const results = await alternate(options.rounds, { bare, ours });
  return [
    {
      row: 14,
      what: "first demo with its small pictures, all processors busy ÷ the same files by bare PUT and GET",
      goal: { atMost: 3 },
      ratios: results.map(({ bare, ours }) => ours / bare),
    },
  ];
}

/** Milliseconds that `work` takes while one process for each processor does nothing but count. */
async function busy(work: () => Promise<void>): Promise<number> {
  const others = Array.from({ length: os.availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "process.stdout.write('.'); for (;;);"], { stdio: ["ignore", "pipe", "ignore"] }),
  );
  try {
    await Promise.all(others.map(untilItRuns));
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  } finally {
    for (const other of others) other.kill("SIGKILL");
  }
}

const untilItRuns = ({ stdout }: ChildProcess) => new Promise((resolve) => stdout?.once("data", resolve));

async function fetchBytes(port: number, path: string, init: Omit<RequestInit, "headers"> = {}): Promise<void> {
  const headers = { cookie: `session=${tokenOf(newcomer)}`, ...(init.body && { "content-type": "image/jpeg" }) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
  await response.arrayBuffer();
  must(response.ok, `${path} answered ${response.status}`);
}

const putBytes = (port: number, path: string, body: Buffer) =>
  fetchBytes(port, path, { method: "PUT", body: new Uint8Array(body) });
