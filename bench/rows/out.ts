import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Figure } from "../figure.ts";
import { startNginx } from "../nginx.ts";
import { type Bench, measured, throughput } from "../pair.ts";
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
  const nginx = await startNginx(await place.folder("nginx"), `root ${path.join(dataDir, "blobs")};`);
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
        theirs: () =>
          measured(
            load,
            nginx,
            { ...job, requests: paths.map((id) => ({ method: "GET", path: `/${id.slice(-2)}/${id}.${kind}` })) },
            site,
          ),
        ours: () =>
          measured(
            load,
            ours,
            {
              ...job,
              requests: paths.map((id) => ({
                method: "GET",
                path: `/objects/${id}${kind === "thumb" ? "?size=thumb" : ""}`,
                token: tokenOf(1),
              })),
            },
            site,
          ),
      };
      await alternate(1, sides);
      const results = await alternate(options.rounds, sides);
      return throughput(10, what, { atLeast }, results);
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
