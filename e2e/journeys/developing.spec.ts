import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { stored, undecodablePng } from "../../server/media/fixtures/pictures.ts";
import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { chooseInGallery } from "../gallery-menu.ts";
import { addPhoto, seedTrip } from "../seed.ts";
import { startServer } from "../server.ts";
import { choose } from "../uploading.ts";

const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const patient = { timeout: 60_000 };

/** An ffmpeg that makes stills at once, and videos only after `release` is called. */
async function busyFfmpeg() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-ffmpeg-"));
  const [program, gate] = [path.join(folder, "ffmpeg"), path.join(folder, "go")];
  const script = `#!/bin/sh
case "$*" in *libx264*) while [ ! -e "${gate}" ]; do sleep 0.1; done;; esac
exec ffmpeg "$@"
`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  return { program, release: () => writeFile(gate, ""), remove: () => rm(folder, { recursive: true }) };
}

test("a video says that it is being converted, then plays", { tag: "@long" }, async ({ browser }) => {
  const ffmpeg = await busyFfmpeg();
  const server = await startServer({ FFMPEG: ffmpeg.program });
  try {
    const context = await browser.newContext({ baseURL: server.url, locale: "en-GB" });
    const page = await context.newPage();
    const { trip } = await seedTrip([page.request], 0);
    const buffer = stored("videos/turned.mov");
    await addPhoto(page.request, trip, { name: "turned.mov", mimeType: "video/quicktime", buffer });
    await page.goto(`/trips/${trip}`);
    await photos(page).first().click(patient);
    await expect(viewer(page).getByText("This video is being made ready to play...")).toBeVisible(patient);
    await expectFitForAll(page, "a video that is being made ready");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      viewer(page).getByRole("link", { name: "Download the original" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("turned.mov");
    await ffmpeg.release();
    // The open page changes by itself.
    await expect(viewer(page).getByRole("button", { name: /Play video/ })).toBeVisible(patient);
    await context.close();
  } finally {
    await ffmpeg.release();
    await server.dispose();
    await ffmpeg.remove();
  }
});

test("a file without a picture says so and offers its original", async ({ open }) => {
  const { page } = await open("Ana");
  const { trip } = await seedTrip([page.request], 1);
  await addPhoto(page.request, trip, { name: "odd.png", mimeType: "image/png", buffer: undecodablePng() });
  await page.goto(`/trips/${trip}`);
  const tile = page.locator("#gallery").getByText("could not be processed");
  await expect(tile).toBeVisible(patient);
  await expectFitForAll(page, "a file that could not be processed");
  await photos(page).first().click();
  await expect(viewer(page)).toBeVisible();
  await expect(viewer(page).getByText("2 of 2")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(viewer(page).getByText("1 of 2")).toBeVisible();
  await expect(viewer(page).getByText("This file could not be processed.")).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toBeHidden();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the original of odd.png" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("odd.png");
  await page.getByRole("button", { name: "Delete odd.png" }).click();
  await expect(tile).toBeHidden();
});

test("an encrypted video is kept and says so", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", phone);
  const { trip } = await seedTrip([page.request], 0);
  const film = { name: "bought.mp4", mimeType: "video/mp4", buffer: stored("videos/locked.mp4") };
  await addPhoto(page.request, trip, film);
  await page.goto(`/trips/${trip}`);
  await photos(page).first().click(patient);
  const why = "This video is copy-protected (DRM), so it cannot be played here.";
  const next = "Download the original and play it in the app that it comes from.";
  await expect(viewer(page).getByText(`${why} ${next}`)).toBeVisible(patient);
  await expectFitForAll(page, "an encrypted video");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    viewer(page).getByRole("link", { name: "Download the original" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("bought.mp4");
});

test("a photo whose picture cannot load keeps its placeholder", async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 2);
  const states = async () =>
    ((await (await page.request.get(`/api/trips/${trip}/media`)).json()) as { state: string }[]).map(
      ({ state }) => state,
    );
  await expect.poll(states, patient).toEqual(["ready", "ready"]);
  await trouble.noFiles(async () => {
    await page.goto(`/trips/${trip}`);
    const pictures = photos(page).getByRole("img");
    await expect(pictures).toHaveCount(2);
    // A browser shows the alt text of a failed picture, so the page replaces it by a transparent pixel.
    const drawn = () => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
    await expect.poll(drawn).toEqual([1, 1]);
    for (const one of await pictures.all()) {
      await expect(one).toHaveCSS("background-image", /^url\("data:image/);
      await expect(one).toHaveAccessibleName(/./);
    }
  });
});

test("a slideshow keeps the screen on until its last photo", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", phone);
  await page.context().grantPermissions(["screen-wake-lock"]);
  const { trip } = await seedTrip([page.request], 2);
  // Records the page's wake lock requests and the system's answers.
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const { wakeLock } = navigator;
    const request = wakeLock.request.bind(wakeLock);
    wakeLock.request = async (type) => {
      asked.push("on");
      const lock = await request(type);
      lock.addEventListener("release", () => asked.push("off"));
      return lock;
    };
  });
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  await page.goto(`/trips/${trip}`);
  await expect(photos(page)).toHaveCount(2, patient);
  await chooseInGallery(page, "Slideshow");
  const pause = viewer(page).getByRole("button", { name: "Pause the slideshow" });
  await expect(pause).toBeVisible();
  expect(await asked()).toEqual(["on"]);
  await expect(viewer(page).getByText("2 of 2")).toBeVisible();
  await expect(pause).toBeHidden();
  await expect(viewer(page).getByText("2 of 2")).toBeVisible();
  await expect.poll(asked).toEqual(["on", "off"]);

  await page.keyboard.press("Escape");
  await choose(page, photo("more.png", [9, 90, 120]));
  await expect(photos(page)).toHaveCount(3, patient);
  await expect.poll(asked).toEqual(["on", "off", "on", "off"]);
});

test("photos chosen offline are sent once the connection is back", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana", phone);
  const { trip } = await seedTrip([page.request], 0);
  await page.goto(`/trips/${trip}`);
  // A phone has no drag and drop.
  await expect(page.getByText("Add your photos. Everyone gets them in full quality.")).toBeVisible();
  await page.waitForTimeout(3000);
  await page.context().setOffline(true);
  await choose(page, photo("sea.png", [9, 90, 120]));
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("Paused at 1 of 1, goes on by itself")).toBeVisible();
  await page.context().setOffline(false);
  await expect(tray.getByText("1 photo is in")).toBeVisible(patient);
});
