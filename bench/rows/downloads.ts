import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Figure } from "../figure.ts";
import { freePort, startNginx } from "../nginx.ts";
import { type Bench, measured, throughput } from "../pair.ts";
import { type Program, startBare, startLoad, startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { seedPhotosSql, seedSquads } from "../seed/squads.ts";

const people = 16;
const count = 50;
const thumbBytes = 24 * 1024;
const originalBytes = 3 * 1024 * 1024;

/** Rounds that do not count: the first thousands of answers of a Node server are slow. */
const warmUpRounds = 6;

/**
 * Compares our thumbnails and originals, which only members get, with two baselines: nginx, which sends the same files to everybody, and a
 * bare Node server, which sends them from memory, once to everybody and once after it reads one row. Where nginx sends originals after our
 * check, the bare server names them to nginx without one. Without nginx there are no figures.
 */
export async function measureDownloads({ workspace, options }: Bench): Promise<Figure[]> {
  const dataDir = await workspace.folder("out-data");
  const [thumb, original] = [randomBytes(thumbBytes), randomBytes(originalBytes)];
  for (let n = 1; n <= count; n++) {
    const id = idOf("media", n);
    const folder = path.join(dataDir, "blobs", id.slice(-2));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${id}.thumb`), thumb);
    await writeFile(path.join(folder, `${id}.original`), original);
  }
  const nginx = await startNginx(await workspace.folder("nginx"), `root ${path.join(dataDir, "blobs")};`);
  if (!nginx) return [];
  const site = await workspace.database("out", async (client) => {
    await seedPeople(client, people);
    await seedSquads(client, people, 0);
    await client.query(seedPhotosSql(count, "1", "1 + n % 8"));
    await client.query(`update media set file_size = ${originalBytes}`);
  });
  const ours = await startOurs({ DATABASE_URL: site.url, DATA_DIR: dataDir });
  const port = await freePort();
  const handing = await startOurs({
    DATABASE_URL: site.url,
    DATA_DIR: dataDir,
    PROXY_FILES: "on",
    TRUST_PROXY: "on",
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
  });
  const filesDir = await workspace.folder("out-files");
  for (const [name, bytes] of Object.entries({ thumb, original })) await writeFile(path.join(filesDir, name), bytes);
  const bare = await startBare({ DATABASE_URL: site.url, FILES_DIR: filesDir });
  const proxy = (await startNginx(
    await workspace.folder("nginx-proxy"),
    `proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off;
    location / { proxy_pass http://handing; }
    location /handed/ { proxy_pass http://bare; }
    location /stored-files/ { internal; alias ${path.join(dataDir, "blobs")}/; }`,
    { handing: handing.port, bare: bare.port },
  ))!;
  const load = startLoad();
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  try {
    const compare = async (kind: "thumb" | "original", bytes: number) => {
      const paths = numbers.map((n) => idOf("media", n));
      const job = { connections: kind === "thumb" ? 16 : 4, forMs: options.roundMs, expect: { status: 200, bytes } };
      const get = (side: Pick<Program, "port" | "pid">, path: (id: string) => string, token?: string) => () =>
        measured(load, side, { ...job, requests: paths.map((id) => ({ method: "GET", path: path(id), token })) }, site);
      const size = kind === "thumb" ? "?size=thumb" : "";
      const sides = {
        theirs: get(nginx, (id) => `/${id.slice(-2)}/${id}.${kind}`),
        ours: get(ours, (id) => `/objects/${id}${size}`, tokenOf(1)),
        bare: get(bare, () => `/memory/${kind}`),
        handed: get(proxy, (id) => `/objects/${id}${size}`, tokenOf(1)),
        named: get(proxy, (id) => `/handed/${id.slice(-2)}/${id}.${kind}`),
        asking: get(bare, (id) => `/asked/${kind}/${id}`),
      };
      await alternate(warmUpRounds, sides);
      return alternate(options.rounds, sides);
    };
    const small = await compare("thumb", thumbBytes);
    const large = await compare("original", originalBytes);
    return [
      throughput(
        10,
        "small picture for a member ÷ bare server that asks one row for each, answers a second",
        { atLeast: 0.6 },
        small.map(({ ours, asking: theirs }) => ({ ours, theirs })),
      ),
      throughput(10, "small picture for a member ÷ the file by nginx, answers a second", { atLeast: 0.15 }, small),
      throughput(
        10,
        "the same bytes from the memory of a bare server that asks nobody ÷ nginx",
        { atLeast: 0.2 },
        small.map(({ theirs, bare: ours }) => ({ theirs, ours })),
      ),
      throughput(10, "original of 3 MB for a member ÷ the file by nginx, answers a second", { atLeast: 0.5 }, large),
      byTwo(
        throughput(
          10,
          "original of 3 MB by nginx after our check ÷ the file by nginx, answers a second",
          { atLeast: 0.9 },
          large.map(({ handed: ours, theirs }) => ({ ours, theirs })),
        ),
      ),
      byTwo(
        throughput(
          10,
          "the same ÷ by nginx after a bare server that checks nothing, answers a second",
          { atLeast: 0.9 },
          large.map(({ handed: ours, named: theirs }) => ({ ours, theirs })),
        ),
      ),
    ];
  } finally {
    await load.stop();
    await bare.stop();
    await ours.stop();
    await proxy.stop();
    await handing.stop();
    await nginx.stop();
  }
}

/** A figure of work that two servers share, so that the processor time of one says nothing. */
const byTwo = (figure: Figure): Figure => ({
  ...figure,
  byCpu: undefined,
  inPostgres: undefined,
});
