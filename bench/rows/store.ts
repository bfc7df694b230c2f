import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import { crc32 } from "node:zlib";
import { openBlobs } from "../../server/platform/blobs/open-blobs.ts";
import { s3Client } from "../../server/platform/blobs/s3-client.ts";
import { hasRadosgw, startRadosgw, stopRadosgw } from "../../server/testing/radosgw.ts";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { withClient } from "../workspace.ts";
import { startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { seedPhotosSql, seedSquads } from "../seed/squads.ts";

const people = 16;
const sizes = [
  [0.1, 40],
  [4, 12],
  [64, 2],
] as const;
const megabyte = 1024 * 1024;

interface ReadRequest {
  readonly method: "GET" | "HEAD";
  readonly bytes: number;
}

/**
 * Compares originals from an object store that pass through our server with the cost of a redirect: a request to us that checks
 * access, then the bytes from the store by a signed address. Needs Ceph.
 */
export async function measureStore({ workspace, options }: Bench): Promise<Figure[]> {
  if (!hasRadosgw()) {
    process.stderr.write("  Ceph is not installed (Debian: apt-get install ceph-mon ceph-osd radosgw).\n");
    return [];
  }
  const storeDir = await workspace.folder("store");
  const store = await startRadosgw(storeDir);
  const s3 = { ...store, bucket: "trips", region: "us-east-1" };
  const dataDir = await workspace.folder("store-data");
  const site = await workspace.database("store", async (client) => {
    await seedPeople(client, people);
    await seedSquads(client, people, 0);
    await client.query(seedPhotosSql(sizes.length, "1", "1 + n % 8"));
  });
  const ours = await startOurs({
    DATABASE_URL: site.url,
    DATA_DIR: dataDir,
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  });
  try {
    const blobs = openBlobs({ dataDir, s3 });
    const figures: Figure[] = [];
    for (const [n, [megabytes, times]] of sizes.entries()) {
      const bytes = randomBytes(Math.round(megabytes * megabyte));
      const id = idOf("media", n + 1);
      const sha256 = createHash("sha256").update(bytes).digest();
      await blobs.put(`${id}/original`, bytes);
      const said = [bytes.length, crc32(bytes), sha256, id];
      await withClient(site.url, (client) =>
        client.query("update media set file_size = $1, crc32 = $2, sha256 = $3 where id = $4", said),
      );
      const path = `/objects/${id}`;
      const at = await signed(`blobs/${id}/original`, s3);
      const headers = { cookie: `session=${tokenOf(1)}` };
      const fromUs = (asked: ReadRequest) => read(new URL(path, `http://127.0.0.1:${ours.port}`), headers, asked);
      const repeat = async (work: () => Promise<void>) => {
        const from = performance.now();
        for (let time = 0; time < times; time++) await work();
        return performance.now() - from;
      };
      const sides = {
        proxied: () => repeat(() => fromUs({ method: "GET", bytes: bytes.length })),
        redirected: () =>
          repeat(async () => {
            await fromUs({ method: "HEAD", bytes: 0 });
            await read(at, {}, { method: "GET", bytes: bytes.length });
          }),
      };
      await alternate(1, sides);
      const results = await alternate(Math.min(options.rounds, 9), sides);
      figures.push({
        row: 18,
        what: `originals of ${megabytes} MB from an object store, redirected ÷ through us`,
        goal: { atLeast: 0.5 },
        ratios: results.map(({ redirected, proxied }) => redirected / proxied),
      });
    }
    return figures;
  } finally {
    await ours.stop();
    await stopRadosgw(storeDir);
  }
}

async function signed(Key: string, bucket: Parameters<typeof s3Client>[0]): Promise<URL> {
  const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("@aws-sdk/s3-request-presigner"),
  ]);
  const command = new GetObjectCommand({ Bucket: bucket.bucket, Key });
  return new URL(await getSignedUrl(await s3Client(bucket).sdk(), command, { expiresIn: 3600 }));
}

const agent = new http.Agent({ keepAlive: true });

/** Reads an answer to its end and discards it. Throws unless it has `bytes` bytes. */
function read(url: URL, headers: Record<string, string>, { method, bytes }: ReadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .request(url, { method, headers, agent }, (reply) => {
        let got = 0;
        reply.on("data", (piece: Buffer) => (got += piece.length)).on("error", reject);
        reply.on("end", () => {
          must(reply.statusCode === 200 && got === bytes, `${url.pathname}: ${reply.statusCode}, ${got} of ${bytes}`);
          resolve();
        });
      })
      .on("error", reject)
      .end();
  });
}
