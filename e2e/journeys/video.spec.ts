import type { Page } from "@playwright/test";
import { motionPhoto, stored, undecodablePng } from "../../server/media/fixtures/pictures.ts";
import { expectFitForAll } from "../accessible.ts";
import { expect, phone, test } from "../fixtures.ts";
import { chooseInGallery } from "../gallery-menu.ts";
import { recordTexts } from "../record-texts.ts";
import { addPhoto, seedTrip } from "../seed.ts";
import { startServer } from "../server.ts";
import { choose } from "../uploading.ts";

const wave = () => ({ name: "wave.mp4", mimeType: "video/mp4", buffer: stored("videos/wave.mp4") });
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const tile = (page: Page, name: RegExp) => page.getByRole("link", { name });
const film = (page: Page) => page.locator("video");
const secondsOf = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime);
/** Converting a video is slow on a busy machine. */
const patient = { timeout: 60_000 };

test("a video is added from a phone, shown among the photos, and plays from any point", async ({ open }) => {
  const ana = await open("Ana", phone);
  const { trip } = await seedTrip([ana.page.request], 1);
  await ana.page.goto(`/trips/${trip}`);
  await choose(ana.page, wave());
  const shown = tile(ana.page, /^Video by Ana/);
  await expect(shown).toBeVisible(patient);
  await expect(shown).toContainText("0:03");
  await shown.click();
  const play = viewer(ana.page).getByRole("button", { name: /Play video/ });
  await expect(play).toBeVisible(patient);
  await expectFitForAll(ana.page, "a video in the viewer");
  await play.click();
  await expect(film(ana.page)).toBeFocused();
  await expect.poll(() => secondsOf(ana.page), patient).toBeGreaterThan(0.2);
  const size = await film(ana.page).evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight]);
  expect(size).toEqual([320, 180]);
  await film(ana.page).evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 2.2;
  });
  await expect.poll(() => secondsOf(ana.page)).toBeGreaterThanOrEqual(2.2);
  const box = (await film(ana.page).boundingBox())!;
  expect(box.width).toBeGreaterThan(300);
  // The photo's details would show beside the controls of the video, so they are hidden.
  await expect(viewer(ana.page).getByText(/^Ana Berg\s·/)).toBeHidden();
  await ana.page.keyboard.press("Escape");
  await expect(viewer(ana.page)).toBeHidden();
  await expect(shown).toBeFocused();
});

test("a video is played and deleted by keyboard alone", { tag: "@long" }, async ({ open }) => {
  const ana = await open("Ana");
  const { trip } = await seedTrip([ana.page.request], 0);
  await addPhoto(ana.page.request, trip, wave());
  await ana.page.goto(`/trips/${trip}`);
  const shown = tile(ana.page, /^Video by Ana/);
  await expect(shown).toBeVisible(patient);
  await shown.focus();
  await ana.page.keyboard.press("Enter");
  const play = viewer(ana.page).getByRole("button", { name: /Play video/ });
  await expect(play).toBeVisible(patient);
  for (let tabs = 0; tabs < 15 && !(await play.evaluate((button) => button === document.activeElement)); tabs++)
    await ana.page.keyboard.press("Tab");
  await ana.page.keyboard.press("Enter");
  await expect(film(ana.page)).toBeFocused();
  await expect.poll(() => secondsOf(ana.page), patient).toBeGreaterThan(0.1);
  await ana.page.keyboard.press("Escape");
  await expect(viewer(ana.page)).toBeHidden();
  await expect(shown).toBeFocused();
  await ana.page.keyboard.press("Enter");
  await viewer(ana.page).getByRole("button", { name: "Delete" }).focus();
  await ana.page.keyboard.press("Enter");
  await expect(shown).toHaveCount(0);
});

test("a motion photo plays once and returns to the still", { tag: "@long" }, async ({ open }) => {
  const ana = await open("Ana");
  const { trip } = await seedTrip([ana.page.request], 0);
  await addPhoto(ana.page.request, trip, { name: "wave.jpg", mimeType: "image/jpeg", buffer: await motionPhoto() });
  await ana.page.goto(`/trips/${trip}`);
  await expect(ana.page.getByText("Moving photo")).toBeAttached(patient);
  await tile(ana.page, /^Photo by Ana/).click();
  await viewer(ana.page).getByRole("button", { name: "Play moving photo" }).click();
  await expect.poll(() => secondsOf(ana.page), patient).toBeGreaterThan(0.1);
  await expect(viewer(ana.page).getByRole("button", { name: "Stop" })).toBeVisible();
  await expect(film(ana.page)).toHaveCount(0, { timeout: 15_000 });
  await expect(viewer(ana.page).getByRole("button", { name: "Play moving photo" })).toBeVisible();
});

test("a slideshow plays videos to their end", { tag: "@long" }, async ({ open }) => {
  const ana = await open("Ana", phone);
  const { page } = ana;
  const { trip } = await seedTrip([page.request], 1);
  for (const file of [{ name: "odd.png", mimeType: "image/png", buffer: undecodablePng() }, wave()])
    await addPhoto(page.request, trip, file);
  await page.addInitScript(() => {
    const ended: number[] = [];
    Object.assign(globalThis, { ended });
    const note = ({ target }: Event) => target instanceof HTMLVideoElement && ended.push(target.currentTime);
    document.addEventListener("ended", note, { capture: true });
  });
  await page.goto(`/trips/${trip}`);
  await expect(page.locator("#gallery").getByText("could not be processed")).toBeVisible(patient);
  await tile(page, /^Video by Ana/).click(patient);
  await expect(viewer(page).getByRole("button", { name: /Play video/ })).toBeVisible(patient);
  const shown = await recordTexts(page, "[data-viewer] p[aria-live]");
  await page.goto(`/trips/${trip}`);

  await chooseInGallery(page, "Slideshow");
  const pause = viewer(page).getByRole("button", { name: "Pause the slideshow" });
  await expect(pause).toBeVisible();
  await expect(film(page)).toBeVisible(patient);
  await expect(pause).toBeHidden(patient);
  const [seconds] = await page.evaluate(() => (globalThis as unknown as { ended: number[] }).ended);
  expect(seconds).toBeGreaterThan(2.5);
  expect((await shown()).toSorted()).toEqual([
    expect.stringMatching(/^Photo by Ana.* of 3$/),
    expect.stringMatching(/^Video by Ana.* of 3$/),
  ]);
});

test("a video that cannot load can be loaded again", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const ana = await openInTrouble("Ana");
  const { trip } = await seedTrip([ana.page.request], 0);
  await addPhoto(ana.page.request, trip, wave());
  await ana.page.goto(`/trips/${trip}`);
  await tile(ana.page, /^Video by Ana/).click(patient);
  const play = viewer(ana.page).getByRole("button", { name: /Play video/ });
  await expect(play).toBeVisible(patient);
  await trouble.noFiles(async () => {
    await play.click();
    await expect(viewer(ana.page).getByRole("alert")).toHaveText("This video did not load.");
    await expectFitForAll(ana.page, "a video that did not load");
  });
  await viewer(ana.page).getByRole("button", { name: "Try Again" }).click();
  await expect.poll(() => secondsOf(ana.page), patient).toBeGreaterThan(0.1);
});

test("a video that cannot be converted says so", { tag: "@long" }, async ({ browser }) => {
  const server = await startServer({ FFMPEG: "off" });
  try {
    const context = await browser.newContext({ baseURL: server.url, locale: "en-GB" });
    const page = await context.newPage();
    const { trip } = await seedTrip([page.request], 0);
    const turned = { name: "turned.mov", mimeType: "video/quicktime", buffer: stored("videos/turned.mov") };
    await addPhoto(page.request, trip, turned);
    await page.goto(`/trips/${trip}`);
    await tile(page, /^Video by Ana/).click(patient);
    await expect(viewer(page).getByText("This video cannot be played here.")).toBeVisible(patient);
    await expectFitForAll(page, "a video that cannot be played");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      viewer(page).getByRole("link", { name: "Download the original" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("turned.mov");
    await context.close();
  } finally {
    await server.dispose();
  }
});

test("a file that only claims to be a video is refused with the reason", async ({ openInTrouble }) => {
  const ana = await openInTrouble("Ana");
  const { trip } = await seedTrip([ana.page.request], 1);
  await ana.page.goto(`/trips/${trip}`);
  const playlist = { name: "list.mp4", mimeType: "video/mp4", buffer: Buffer.from("#EXTM3U\nhttp://127.0.0.1:9/x\n") };
  await choose(ana.page, playlist);
  await expect(ana.page.getByText(/This file is a playlist\./)).toBeVisible(patient);
});
