import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { startLoad, startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { seedPhotosSql, seedSquads } from "../seed/squads.ts";

const people = 16;
const count = 50;
const thumbBytes = 24 * 1024;
const originalBytes = 3 * 1024 * 1024;

/** Small pictures and originals, each for members alone, against the same files by nginx, which asks nobody; nothing where there is no nginx. */
export async function measureOut({ place, options }: Bench): Promise<Figure[]> {
  const dataDir = await place.folder("out-data");
  const [thumb, original] = [randomBytes(thumbBytes), randomBytes(originalBytes)];
  for (let n = 1; n <= count; n++) {
    const id = idOf("media", n);
    const folder = path.join(dataDir, "blobs", id.slice(-2));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${id}.thumb`), thumb);
    await writeFile(path.join(folder, `${id}.original`), original);
  }
  const nginx = await startNginx(await place.folder("nginx"), path.join(dataDir, "blobs"));
  if (!nginx) return [];
  const site = await place.database("out", async (client) => {
    await seedPeople(client, people);
    await seedSquads(client, people, 0);
    await client.query(seedPhotosSql(count, "1", "1 + n % 8"));
    await client.query(`update media set file_size = ${originalBytes}`);
  });
  const ours = await startOurs({ DATABASE_URL: site.url, DATA_DIR: dataDir });
  const load = startLoad();
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  try {
    const compare = async (what: string, kind: "thumb" | "original", bytes: number, atLeast: number) => {
      const paths = numbers.map((n) => idOf("media", n));
      const job = { connections: kind === "thumb" ? 16 : 4, forMs: options.roundMs, expect: { status: 200, bytes } };
      const sides = {
        nginx: () =>
          load.run({
            ...job,
            port: nginx.port,
            requests: paths.map((id) => ({ method: "GET", path: `/${id.slice(-2)}/${id}.${kind}` })),
          }),
        ours: () =>
          load.run({
            ...job,
            port: ours.port,
            requests: paths.map((id) => ({
              method: "GET",
              path: `/objects/${id}${kind === "thumb" ? "?size=thumb" : ""}`,
              token: tokenOf(1),
            })),
          }),
      };
      await alternate(1, sides);
      const results = await alternate(options.rounds, sides);
      const rate = ({ answers, seconds }: { answers: number; seconds: number }) => answers / seconds;
      const ratios = results.map((round) => rate(round.ours) / rate(round.nginx));
      return { row: 10, what, goal: { atLeast }, ratios };
    };
    return [
      await compare("small picture for a member ÷ the file by nginx, answers a second", "thumb", thumbBytes, 0.6),
      await compare(
        "original of 3 MB for a member ÷ the file by nginx, answers a second",
        "original",
        originalBytes,
        0.5,
      ),
    ];
  } finally {
    await load.stop();
    await ours.stop();
    await nginx.stop();
  }
}

/** One process of it, as ours is one. */
async function startNginx(folder: string, files: string) {
  const port = await freePort();
  const config = `worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; daemon off;
events { worker_connections 256; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; default_type image/jpeg;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${files}; } }`;
  await writeFile(path.join(folder, "nginx.conf"), config);
  // The files belong to whoever runs the bench.
  const asRoot = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const child: ChildProcess = spawn("nginx", ["-p", folder, "-c", path.join(folder, "nginx.conf"), ...asRoot], {
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()));
  for (let tries = 0; tries < 100 && child.exitCode === null && child.pid !== undefined; tries++) {
    if (await answers(port)) {
      return {
        port,
        async stop() {
          child.kill("SIGTERM");
          await ended;
        },
      };
    }
    await sleep(50);
  }
  must(child.pid === undefined, `nginx did not start; ${folder}/error.log says why`);
  return null;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
