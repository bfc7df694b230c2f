import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { livePhoto } from "../../server/media/fixtures/live-photo.ts";
import { unzip } from "../../server/media/zip/fixtures/unzip.ts";
import { expectFitForAll } from "../accessible.ts";
import { expect, phone, test } from "../fixtures.ts";
import { addPhoto, seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";
import { choose } from "../uploading.ts";

const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const film = (page: Page) => page.locator("video");
const secondsOf = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime);
/** Converting a video is slow on a busy machine. */
const patient = { timeout: 60_000 };

/** The two files that an iPhone writes for a Live Photo: the video, then the still. */
async function livePhotoFiles() {
  const { still, clip: moment } = await livePhoto();
  return [
    { name: "IMG_1234.MOV", mimeType: "video/quicktime", buffer: moment },
    { name: "IMG_1234.JPG", mimeType: "image/jpeg", buffer: still },
  ] as const;
}

test("a Live Photo's two files become one photo that moves and downloads whole", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const { trip } = await seedTrip([ana.page.request, bo.page.request], 0);
  for (const { page } of [ana, bo]) await page.goto(`/trips/${trip}`);
  const [moment, still] = await livePhotoFiles();
  const { page } = ana;

  await test.step("the video arrives first, and is a video until its photo arrives", async () => {
    await choose(page, moment);
    await expect(bo.page.getByRole("link", { name: /^Video by Ana/ })).toBeVisible(patient);
    await choose(page, still);
    for (const crew of [page, bo.page]) {
      await expect(crew.getByRole("link", { name: /^Photo by Ana/ })).toBeVisible(patient);
      await expect(crew.getByText("Moving photo")).toBeAttached(patient);
      await expect(photos(crew)).toHaveCount(1);
      await expect(crew.getByRole("link", { name: /^Video by Ana/ })).toHaveCount(0);
    }
  });

  await test.step("it plays by keyboard alone and returns to the still", async () => {
    await photos(page).first().focus();
    await page.keyboard.press("Enter");
    const play = viewer(page).getByRole("button", { name: "Play moving photo" });
    await expect(play).toBeVisible(patient);
    await expectFitForAll(page, "a Live Photo in the viewer");
    for (let tabs = 0; tabs < 15 && !(await play.evaluate((button) => button === document.activeElement)); tabs++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => secondsOf(page), patient).toBeGreaterThan(0.1);
    await expect(viewer(page).getByRole("button", { name: "Stop" })).toBeFocused();
    await expect(film(page)).toHaveCount(0, { timeout: 15_000 });
    await expect(play).toBeFocused();
  });

  await test.step("both of its files are in one download", async () => {
    const coming = page.waitForEvent("download");
    await viewer(page).getByRole("button", { name: "Download the original" }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/Ana Berg IMG_1234\.zip$/);
    const files = unzip(await readFile(await download.path()));
    expect(files.map(({ name }) => name.replace(/^.* /, ""))).toEqual(["IMG_1234.JPG", "IMG_1234.MOV"]);
    expect(files.map(({ bytes }, i) => bytes.equals([still, moment][i]!.buffer))).toEqual([true, true]);
    await expectToast(page, "Your download has begun");
  });

  await test.step("it is deleted as one", async () => {
    await viewer(page).getByRole("button", { name: "Delete" }).click();
    // A toast stays while the mouse is on it.
    await page.getByRole("button", { name: "Undo" }).hover();
    await expect(photos(page)).toHaveCount(0);
    await expect(photos(bo.page)).toHaveCount(0, patient);
  });

  await test.step("it is restored as one", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(photos(bo.page)).toHaveCount(1, patient);
    await expect(photos(page)).toHaveCount(1);
  });
});

test("a phone saves both files of a Live Photo through its share sheet", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", { ...phone, userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)" });
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files }: { files: File[] }) => {
        shared.push(...files.map(({ name, type, size }) => `${name} ${type} ${size}`));
        return Promise.resolve();
      },
    });
  });
  const { trip } = await seedTrip([page.request], 0);
  const pair = await livePhotoFiles();
  for (const file of pair) await addPhoto(page.request, trip, file);
  await page.goto(`/trips/${trip}`);
  await expect(photos(page)).toHaveCount(1, patient);
  await photos(page).first().click();
  await viewer(page).getByRole("button", { name: "Download the original" }).click();
  const dialog = page.getByRole("dialog", { name: "Save to this device" });
  await expect(dialog.getByText("1 photo is ready")).toBeVisible();
  await expectFitForAll(page, "saving a Live Photo");
  await dialog.getByRole("button", { name: "Save 1 photo" }).click();
  await expectToast(page, "Shared successfully");
  expect(await page.evaluate(() => (window as unknown as { shared: string[] }).shared)).toEqual(
    pair.toReversed().map(({ name, mimeType, buffer }) => `${name} ${mimeType} ${buffer.length}`),
  );
});

test("a failed download of a Live Photo says so", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  for (const file of await livePhotoFiles()) await addPhoto(page.request, trip, file);
  await page.goto(`/trips/${trip}`);
  await photos(page).first().click(patient);
  await trouble.noWrites("zips", async () => {
    await viewer(page).getByRole("button", { name: "Download the original" }).click();
    await expect(page.getByText("Download Failed").first()).toBeVisible();
    await expect(page.getByText("Failed to download the photo", { exact: true }).first()).toBeVisible();
  });
});
