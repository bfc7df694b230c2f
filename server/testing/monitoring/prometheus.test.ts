import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { noteTaken } from "../../backups/taken-store.ts";
import { announce } from "../../media/fixtures/pieces.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add } from "../../media/fixtures/uploading.ts";
import { type TestApp, openTestApp } from "../app.ts";
import { newTrip } from "../builders.ts";
import { alerts, dashboardQueries, monitoring } from "./monitoring-files.ts";

const METRICS_TOKEN = "a-token-of-the-operator-1";

interface Result {
  readonly status: string;
  readonly error?: string;
  readonly data: { readonly result: readonly unknown[] };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Prometheus with our own configuration, which reads the figures of a server at this port every second. */
async function startPrometheus(folder: string, serverPort: number) {
  const port = await freePort();
  const sample = await readFile(path.join(monitoring, "prometheus.yml"), "utf8");
  const config = sample
    .replace("127.0.0.1:3000", `127.0.0.1:${serverPort}`)
    .replaceAll("_interval: 15s", "_interval: 1s");
  expect(config).not.toBe(sample);
  await writeFile(path.join(folder, "prometheus.yml"), config);
  await writeFile(path.join(folder, "swellmates.token"), `${METRICS_TOKEN}\n`);
  await writeFile(path.join(folder, "alerts.yml"), await readFile(path.join(monitoring, "alerts.yml")));
  const child = spawn(
    "prometheus",
    ["--config.file=prometheus.yml", "--storage.tsdb.path=data", `--web.listen-address=127.0.0.1:${port}`],
    { cwd: folder, stdio: "ignore" },
  );
  const ask = async (address: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/${address}`);
    return (await reply.json()) as Result;
  };
  return { child, ask, query: (expr: string) => ask(`query?query=${encodeURIComponent(expr)}`) };
}

// Long: Prometheus has to start and to read the figures several times.
describe.skipIf(spawnSync("prometheus", ["--version"]).error !== undefined)(
  "a real Prometheus",
  { tags: "long", timeout: 60_000 },
  () => {
    let swell: TestApp;
    let folder: string;
    let child: ChildProcess;
    let prometheus: Awaited<ReturnType<typeof startPrometheus>>;
    beforeAll(async () => {
      swell = await openTestApp({ METRICS_TOKEN, BACKUP_DIR: "/mnt/backup" });
      await swell.app.listen({ port: 0, host: "127.0.0.1" });
      folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-prometheus-"));
      prometheus = await startPrometheus(folder, (swell.app.server.address() as AddressInfo).port);
      ({ child } = prometheus);
      const taken = { name: "a", place: "/mnt/backup", endedAt: new Date(), databaseBytes: 1, photoFiles: 1 };
      await noteTaken(swell.database, taken, 14);
      const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
      const bytes = await jpeg();
      await add(swell, ana, `/api/trips/${trip}`, bytes);
      await announce(ana, bytes.length);
      const read = async () => expect((await prometheus.query("up")).data.result).toHaveLength(1);
      await vi.waitFor(read, { timeout: 20_000, interval: 200 });
      for (let second = 0; second < 5; second++) {
        await ana.get(`/api/trips/${trip}`);
        await sleep(1000);
      }
    }, 60_000);
    afterAll(async () => {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill();
      await ended;
      await swell.close();
      await rm(folder, { recursive: true, force: true });
    });

    test("reads the figures with the token", async () => {
      const { data } = await prometheus.query('up{job="swellmates"} == 1');
      expect(data.result).toHaveLength(1);
    });

    test("answers each query of the dashboard", async () => {
      const empty: string[] = [];
      for (const { title, expr } of dashboardQueries) {
        const { status, error, data } = await prometheus.query(expr);
        expect([status, error], `${title}: ${expr}`).toEqual(["success", undefined]);
        if (data.result.length === 0) empty.push(title);
      }
      // Nothing has failed here.
      expect(empty).toEqual(["Calls that fail"]);
    });

    test("runs each alert rule, and none fires on a healthy server", async () => {
      interface Rules {
        readonly data: { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
      }
      interface Rule {
        readonly name: string;
        readonly health: string;
        readonly state: string;
      }
      const { data } = (await prometheus.ask("rules")) as unknown as Rules;
      const rules = data.groups.flatMap((group) => group.rules);
      expect(rules.map(({ name }) => name)).toEqual(alerts.map(({ name }) => name));
      expect(rules.filter(({ health, state }) => health !== "ok" || state === "firing")).toEqual([]);
    });
  },
);
