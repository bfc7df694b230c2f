import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../fixtures.ts";
import { addPhoto, seedTrip } from "../seed.ts";

const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const headings = (page: Page) => page.locator("#gallery h3").allTextContents();
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });

let shots = 0;
/** Adds a photo with EXIF as a phone writes it: the local time, and the time zone if given. */
async function shot(request: APIRequestContext, trip: string, clock: string, zone?: string) {
  const background = { r: 20 * (shots += 1), g: 90, b: 120 };
  const buffer = await sharp({ create: { width: 640, height: 427, channels: 3, background } })
    .jpeg()
    .withExif({ IFD2: { DateTimeOriginal: clock, ...(zone && { OffsetTimeOriginal: zone }) } })
    .toBuffer();
  await addPhoto(request, trip, { name: `shot ${shots}.jpg`, mimeType: "image/jpeg", buffer });
}

test("every time zone sees the same days", { tag: "@long" }, async ({ open }) => {
  const ana = await open("Ana", { timezoneId: "Pacific/Auckland" });
  const bo = await open("Bo", { timezoneId: "America/Los_Angeles" });
  const { trip } = await seedTrip([ana.page.request, bo.page.request], 0);
  // The first two photos are from just after and just before midnight in Ericeira. At that moment Auckland and Los Angeles have other days.
  await shot(ana.page.request, trip, "2025:07:06 00:30:00", "+01:00");
  await shot(bo.page.request, trip, "2025:07:05 23:30:00", "+01:00");
  await shot(ana.page.request, trip, "2025:07:05 08:00:00", "+01:00");
  // A time without a zone is shown as it is.
  await shot(bo.page.request, trip, "2025:07:05 00:10:00");
  for (const { page } of [ana, bo]) {
    await page.goto(`/trips/${trip}`);
    await expect(photos(page)).toHaveCount(4, { timeout: 60_000 });
    expect(await headings(page)).toEqual(["Sunday 6 July 2025", "Saturday 5 July 2025"]);
    await photos(page).first().click();
    await expect(
      viewer(page)
        .getByText(/6 Jul 2025, 00:30/)
        .first(),
    ).toBeVisible();
    await page.keyboard.press("Escape");
  }
});
