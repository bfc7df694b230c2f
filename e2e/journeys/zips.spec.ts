import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { seedTrip, send } from "../seed.ts";
import { percent, sheet, startUpload, throttle, tray } from "../uploading.ts";
import { noisyPhoto, noteOf, pickZips, zipOf } from "../zipping.ts";

const wave = (red: number) => photo("wave.png", [red, 147, 143]).buffer;

interface Item {
  readonly fileName: string;
  readonly takenAt: string;
  readonly caption: string | null;
  readonly uploader: { readonly firstName: string };
}
const photosOf = async (page: Page, trip: string) =>
  (await (await page.request.get(`/api/trips/${trip}/media`)).json()) as Item[];

test("an album of a Takeout in two zips goes up as Tom's", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana", phone);
  const { trip, squad } = await seedTrip([page.request], 0);
  await send(page.request, "POST", `/api/squads/${squad}/expected`, { names: ["Tom"] });
  const surf = "Takeout/Google Photos/Surf";
  const long = `${"Ericeira at dawn, just before the set ".repeat(2).slice(0, 47)}.png`;
  const first = await zipOf("takeout-001.zip", {
    "Takeout/archive_browser.html": "<p>",
    [`${surf}/metadata.json`]: "{}",
    [`${surf}/IMG_1.png`]: wave(1),
    [`${surf}/IMG_1-edited.png`]: wave(2),
    [`${surf}/${long}`]: wave(3),
    "Takeout/Google Photos/Home/cat.png": wave(4),
  });
  const second = await zipOf("takeout-002.zip", {
    [`${surf}/IMG_1.png.supplemental-metadata.json`]: noteOf("IMG_1.png", "2024-07-05T08:43:20Z", "First light"),
    [`${surf}/${long.slice(0, 46)}.json`]: noteOf(long, "2023-01-02T03:04:05Z"),
    [`${surf}/Größe 🌊.png`]: wave(5),
    [`${surf}/broken.jpg`]: "no picture",
    [`${surf}/reel.avi`]: "no film of ours",
  });
  await page.goto(`/trips/${trip}`);

  await test.step("nothing goes before somebody says which albums", async () => {
    await pickZips(page, [first, second]);
    await expect(sheet(page).getByText("4 photos")).toBeVisible();
    await expect(sheet(page).getByRole("button", { name: "Upload 0 Files" })).toBeDisabled();
    await sheet(page).getByLabel("Surf").check();
    await expect(sheet(page).getByRole("button", { name: "Upload 5 Files" })).toBeEnabled();
    await expect(sheet(page).locator("canvas[data-drawn=true]").first()).toBeVisible();
    await expectFitForAll(page, "zips in the sheet");
  });

  await test.step("they are Tom's, and what cannot be read says why", async () => {
    await sheet(page).getByLabel("Whose photos are these?").selectOption({ label: "These are Tom's" });
    await startUpload(page);
    await expect(tray(page).getByText("4 photos are in · 2 did not make it")).toBeVisible();
    await expect(tray(page).getByRole("region", { name: "2 files stay behind" })).toContainText("reel.avi");
    await expect(tray(page).getByRole("button", { name: "Copy the List" })).toBeVisible();
    await expectFitForAll(page, "what stays behind");
  });

  const found = await photosOf(page, trip);
  expect(found.map(({ uploader }) => uploader.firstName)).toEqual(["Tom", "Tom", "Tom", "Tom"]);
  const taken = new Map(found.map(({ fileName, takenAt, caption }) => [fileName, [takenAt.slice(0, 19), caption]]));
  expect(taken.get("IMG_1.png")).toEqual(["2024-07-05T08:43:20", "First light"]);
  expect(taken.get("IMG_1-edited.png")).toEqual(["2024-07-05T08:43:20", "First light"]);
  expect(taken.get(long)).toEqual(["2023-01-02T03:04:05", null]);
  expect(taken.has("Größe 🌊.png")).toBe(true);
});

test("zips that cannot be opened say why", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const { trip } = await seedTrip([page.request], 0);
  await page.goto(`/trips/${trip}`);
  const noise = { name: "cut.zip", mimeType: "application/zip", buffer: Buffer.alloc(5000, "PK") };
  await pickZips(page, [await zipOf("notes.zip", { "a.txt": "a" }), noise]);
  await expect(sheet(page).getByText("There are no photos in this zip.")).toBeVisible();
  await expect(sheet(page).getByText("This zip is broken or incomplete. Please download it again.")).toBeVisible();
  await sheet(page).getByRole("button", { name: "Remove notes.zip" }).click();
  await sheet(page).getByRole("button", { name: "Remove cut.zip" }).click();
  await expect(sheet(page).getByRole("button", { name: "From a Zip" })).toBeVisible();
});

test("a zip goes on after a reload, and the same zip again sends nothing", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", phone);
  const { trip } = await seedTrip([page.request], 0);
  const files: Record<string, Buffer> = {};
  for (let n = 0; n < 6; n += 1) files[`Surf/IMG_${n}.png`] = await noisyPhoto(600);
  const zip = await zipOf("surf.zip", files);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(new URL(request.url()).pathname));
  const bytes = () => sent.filter((path) => !path.endsWith("/media")).length;
  await page.goto(`/trips/${trip}`);

  await test.step("the page is loaded anew in the middle, and the rest goes by itself", async () => {
    await throttle(page, 0.5);
    await pickZips(page, [zip]);
    await startUpload(page);
    await expect.poll(() => percent(page)).toBeGreaterThan(30);
    await page.reload();
    await expect(tray(page).getByText("6 photos are in")).toBeVisible({ timeout: 60_000 });
    expect(await photosOf(page, trip)).toHaveLength(6);
    // One may have been on its way.
    expect(bytes()).toBeLessThanOrEqual(7);
  });

  await test.step("the same zip again sends no photo", async () => {
    const before = bytes();
    await page.reload();
    await pickZips(page, [zip]);
    await startUpload(page);
    await expect(tray(page).getByText("6 already here").first()).toBeVisible();
    expect(bytes()).toBe(before);
    expect(await photosOf(page, trip)).toHaveLength(6);
  });
});
