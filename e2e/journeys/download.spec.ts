import { readFile, rename } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { unzip } from "../../server/media/zip/fixtures/unzip.ts";
import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { chooseInGallery } from "../gallery-menu.ts";
import { seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

const colours = [
  [255, 111, 67],
  [18, 147, 143],
  [255, 201, 77],
  [14, 90, 115],
] as const;
const files = colours.map((colour, i) => photo(`wave-${i}.png`, colour, 320, 240 + i));

/** Opens a trip with four photos on Ana's page: the first and third are hers, the others Bo's. */
async function trip(ana: Page, bo: Page) {
  const seed = await seedTrip([ana.request, bo.request], files);
  await ana.goto(`/trips/${seed.trip}`);
  await expect(photos(ana)).toHaveCount(4, { timeout: 60_000 });
  return seed;
}

async function zipOf(page: Page, press: () => Promise<void>) {
  const coming = page.waitForEvent("download");
  await press();
  const download = await coming;
  return { name: download.suggestedFilename(), files: unzip(await readFile(await download.path())) };
}

test("all photos, other people's, or the selected ones download as one zip", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  await trip(ana.page, bo.page);
  const { page } = ana;
  const more = (entry: string) => chooseInGallery(page, entry);

  const all = await zipOf(page, () => more("Download All"));
  expect(all.name).toBe("Ericeira ’26.zip");
  expect(all.files.map(({ name }) => name.replace(/^\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d /, ""))).toEqual(
    files.map(({ name }, i) => `${i % 2 ? "Bo" : "Ana"} Berg ${name}`),
  );
  expect(all.files.every(({ bytes }, i) => bytes.equals(files[i]!.buffer))).toBe(true);
  await expect(page.getByText("Your download has begun").first()).toBeVisible();
  await expect(page.getByText(/^4 photos in Ericeira ’26\.zip/).first()).toBeVisible();

  const others = await zipOf(page, () => more("Everything That Isn't Mine"));
  expect(others.files.map(({ bytes }) => files.findIndex((file) => file.buffer.equals(bytes)))).toEqual([1, 3]);

  await chooseInGallery(page, "Select");
  await bar(page).getByRole("button", { name: "Select All" }).click();
  await photos(page).first().click();
  const three = await zipOf(page, () => bar(page).getByRole("button", { name: "Download" }).click());
  expect(three.files.map(({ bytes }) => files.findIndex((file) => file.buffer.equals(bytes)))).toEqual([0, 1, 2]);
});

test("one photo is saved under its own name, and a failed download says why", async ({ openInTrouble, trouble }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
  await trip(ana.page, bo.page);
  const { page } = ana;
  await photos(page).first().click();
  const save = page.getByRole("button", { name: "Download the original" });
  const coming = page.waitForEvent("download");
  await save.click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("wave-3.png");
  expect((await readFile(await download.path())).equals(files[3]!.buffer)).toBe(true);
  await expectToast(page, "Download Complete");
  // The browser has cached this photo, so the failure needs another one.
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("2 of 4").first()).toBeVisible();
  await trouble.noTable("media", async () => {
    // The server keeps the photos of a gallery for two seconds.
    await page.waitForTimeout(2500);
    await save.click();
    await expect(page.getByText("Download Failed").first()).toBeVisible();
    await expect(page.getByText("Failed to download the photo", { exact: true }).first()).toBeVisible();
    await expect(
      page.getByText("Failed to download: 500 Internal Server Error", { exact: true }).first(),
    ).toBeVisible();
  });
});

test(
  "if a file cannot be read, a toast names it and the others download one by one",
  { tag: "@long" },
  async ({ openInTrouble, server }) => {
    const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
    const seed = await trip(ana.page, bo.page);
    const { page } = ana;
    const list = (await (await page.request.get(`/api/trips/${seed.trip}/media`)).json()) as { id: string }[];
    const fileOf = (id: string) => path.join(server.dataDir, "blobs", id.slice(-2), `${id}.original`);
    const hide = (id: string) => rename(fileOf(id), `${fileOf(id)}-away`);
    const bring = (id: string) => rename(`${fileOf(id)}-away`, fileOf(id));
    await chooseInGallery(page, "Select");
    await bar(page).getByRole("button", { name: "Select All" }).click();

    await test.step("no file can be read", async () => {
      for (const { id } of list) await hide(id);
      await bar(page).getByRole("button", { name: "Download" }).click();
      await expect(bar(page).getByText(/^Downloading \d of 4\.\.\.$/)).toBeVisible();
      await expectToast(page, "Download Failed", "No photos were downloaded successfully");
    });

    await test.step("one file cannot be read", async () => {
      for (const index of [0, 2, 3]) await bring(list[index]!.id);
      const saved: string[] = [];
      page.on("download", (download) => saved.push(download.suggestedFilename()));
      await bar(page).getByRole("button", { name: "Download" }).click();
      await expect(page.getByText("Some Downloads Failed").first()).toBeVisible();
      await expect(
        page.getByText("3 of 4 photos came. Not: wave-2.png (Failed to download: 404 Not Found)").first(),
      ).toBeVisible();
      expect(saved.toSorted()).toEqual(["wave-0.png", "wave-1.png", "wave-3.png"]);
    });
  },
);

test("a download says when the server fails", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
  await trip(ana.page, bo.page);
  const { page } = ana;
  await trouble.noWrites("zips", async () => {
    await chooseInGallery(page, "Download All");
    await expect(page.getByText("Download Failed").first()).toBeVisible();
    await expect(page.getByText("Failed to download photos", { exact: true }).first()).toBeVisible();
  });
});

test("a phone offers originals in its share sheet", async ({ open }) => {
  const [ana, bo] = [await open("Ana", phone), await open("Bo")];
  const { page } = ana;
  await page.addInitScript(() => {
    const shared: { name: string; size: number }[][] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files: given }: { files: File[] }) => {
        shared.push(given.map(({ name, size }) => ({ name, size })));
        return Promise.resolve();
      },
    });
  });
  await trip(page, bo.page);
  await chooseInGallery(page, "Select");
  await bar(page).getByRole("button", { name: "Select All" }).click();
  await bar(page).getByRole("button", { name: "Download" }).click();
  const dialog = page.getByRole("dialog", { name: "Save to this device" });
  await expect(dialog.getByText("4 photos are ready")).toBeVisible();
  await expectFitForAll(page, "saving to the device");
  await dialog.getByRole("button", { name: "Save 4 photos" }).click();
  await expectToast(page, "Shared successfully");
  await expect(dialog).toBeHidden();
  const shared = await page.evaluate(() => (window as unknown as { shared: { size: number }[][] }).shared);
  expect(shared[0]!.map(({ size }) => size).toSorted((a, b) => a - b)).toEqual(
    files.map(({ buffer }) => buffer.length).toSorted((a, b) => a - b),
  );
});
