import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PutBucketCorsCommand, S3Client } from "@aws-sdk/client-s3";
import type { Page } from "@playwright/test";
import { type Proxy, openProxy } from "../../server/testing/proxy.ts";
import { type Store, hasRadosgw, startRadosgw, stopRadosgw } from "../../server/testing/radosgw.ts";
import { photo } from "../app.ts";
import { expect, test as base } from "../fixtures.ts";
import { seedTrip } from "../seed.ts";
import { type RunningServer, startServer } from "../server.ts";
import { choose, largePhoto, originals, sha256, tray } from "../uploading.ts";

/** Journeys on a server with a real object store, behind a proxy that can cut connections. */
const test = base.extend<object, { store: Store; line: Proxy; server: RunningServer }>({
  store: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const dir = await mkdtemp(path.join(os.tmpdir(), "swellmates-s3-"));
      await use(await startRadosgw(dir));
      await stopRadosgw(dir);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  line: [
    async ({ store }, use) => {
      const line = await openProxy(store.endpoint);
      await use(line);
      await line.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ store, line }, use) => {
      const server = await startServer({
        S3_ENDPOINT: line.url,
        S3_BUCKET: "trips",
        S3_ACCESS_KEY_ID: store.accessKeyId,
        S3_SECRET_ACCESS_KEY: store.secretAccessKey,
        MAX_IMAGE_BYTES: String(64 * 1024 * 1024),
      });
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],
});

test.skip(() => !hasRadosgw(), "There is no Ceph here (Debian: apt-get install ceph-mon ceph-osd radosgw)");

const tiles = (page: Page) => page.locator("#gallery [data-photo]");
/** Records where the page sends file bytes, in order: `store` or `server`. */
function ways(page: Page, { url }: RunningServer): string[] {
  const all: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.postDataBuffer() === null && !request.url().includes("/media"))
      all.push(request.url().startsWith(url) ? "server" : "store");
  });
  return all;
}

test(
  "the browser sends photos straight to the object store",
  { tag: "@long" },
  async ({ browser, server, store, line }) => {
    // The console logs each cut connection and each blocked request to the bucket, so this page is opened without its check.
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    const { trip } = await seedTrip([page.request], 0);
    const sent = ways(page, server);
    await page.goto(`/trips/${trip}`);

    await test.step("three photos go to the store and show on the page", async () => {
      await choose(page, [
        photo("one.png", [18, 147, 143], 400, 300),
        photo("two.png", [255, 201, 77], 300, 400),
        photo("three.png", [217, 58, 110], 500, 300),
      ]);
      await expect(tray(page).getByText("3 photos are in")).toBeVisible({ timeout: 60_000 });
      await expect(tiles(page)).toHaveCount(3);
      expect(sent).toEqual(["store", "store", "store"]);
      const picture = tiles(page).first().locator("img");
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), { timeout: 30_000 })
        .toBeGreaterThan(10);
    });

    await test.step("uploads wait while the store is down, and then arrive", async () => {
      await line.cut();
      await choose(page, photo("four.png", [14, 90, 115], 420, 300));
      await expect(tray(page).getByText(/Going on shortly/)).toBeVisible();
      await line.restore();
      await expect(tiles(page)).toHaveCount(4, { timeout: 60_000 });
    });

    await test.step("if the bucket allows no other site (CORS), the browser sends files to the server", async () => {
      const client = new S3Client({
        endpoint: store.endpoint,
        region: "us-east-1",
        forcePathStyle: true,
        credentials: store,
        requestChecksumCalculation: "WHEN_REQUIRED",
      });
      const CORSRules = [{ AllowedMethods: ["PUT"], AllowedOrigins: ["https://elsewhere.example.org"] }];
      await client.send(new PutBucketCorsCommand({ Bucket: "trips", CORSConfiguration: { CORSRules } }));
      client.destroy();
      const count = sent.length;
      await choose(page, photo("five.png", [31, 122, 79], 440, 300));
      await expect(tiles(page)).toHaveCount(5, { timeout: 60_000 });
      expect(sent.slice(count)).toEqual(["store", "store", "server"]);
      await page.goto("/profile");
      await page.getByRole("button", { name: "Edit Profile" }).click();
      const face = page.getByRole("dialog").locator('input[type="file"]');
      await face.setInputFiles(photo("face.png", [217, 58, 110], 400, 400), { timeout: 10_000 });
      await expect(page.getByText("Photo uploaded!").first()).toBeVisible({ timeout: 30_000 });
    });

    await test.step("a large photo arrives in pieces over a cut connection to the store", async () => {
      const large = await largePhoto(20);
      await page.goto(`/trips/${trip}`);
      await choose(page, large.file);
      line.cutAfter(11_000_000);
      await expect(tray(page).getByText(/Going on shortly/)).toBeVisible({ timeout: 30_000 });
      await line.restore();
      await expect(tiles(page)).toHaveCount(6, { timeout: 90_000 });
      expect(await originals(page, trip)).toContain(sha256(large.bytes));
      await large.remove();
    });
    await context.close();
  },
);
