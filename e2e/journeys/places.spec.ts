import type { Page } from "@playwright/test";
import { phonePhoto } from "../../server/media/fixtures/pictures.ts";
import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { addPhoto, register, seedTrip, send } from "../seed.ts";

const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const where = (page: Page) => viewer(page).getByRole("button", { name: "Where" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Where" });

test("members see where a photo was taken, and the page calls no other site", { tag: "@long" }, async ({ open }) => {
  const [ana, bo, zoe] = [await open("Ana"), await open("Bo", phone), await open("Zoe")];
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  await addPhoto(ana.page.request, seed.trip, {
    name: "beach.jpg",
    mimeType: "image/jpeg",
    buffer: await phonePhoto(),
  });
  await addPhoto(ana.page.request, seed.trip, photo("nowhere.png", [10, 120, 140]));
  const { page } = bo;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).host));
  await page.goto(`/trips/${seed.trip}`);
  await expect(photos(page)).toHaveCount(2, { timeout: 60_000 });

  await test.step("a photo without a location has no location button", async () => {
    await photos(page).first().tap();
    await expect(viewer(page).getByText(/^Ana Berg\s·/)).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(where(page)).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toBeHidden();
  });

  await photos(page).nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(where(page)).toBeVisible();
  await where(page).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("43°28′50″ N, 1°33′24″ W")).toBeVisible();
  await expectFitForAll(page, "where a photo was taken");
  const map = dialog(page).getByRole("link", { name: "Open the Map" });
  await expect(map).toHaveAttribute("rel", "noreferrer");
  await expect(map).toHaveAttribute("href", /^(geo:43\.48|https:\/\/www\.openstreetmap\.org\/\?mlat=43\.48)/);
  expect([...new Set(asked)]).toEqual([new URL(page.url()).host]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(where(page)).toBeFocused();

  await test.step("a person who has not joined a public squad sees no location", async () => {
    await send(ana.page.request, "PUT", `/api/squads/${seed.squad}`, { name: "Dawn Patrol", isPublic: true });
    await register(zoe.page.request, "Zoe");
    await zoe.page.goto(`/trips/${seed.trip}`);
    await photos(zoe.page).nth(1).click();
    await expect(viewer(zoe.page).getByText(/^Ana Berg\s·/)).toBeVisible();
    await expect(where(zoe.page)).toHaveCount(0);
  });
});

test("a recent photo of a squad without a trip opens on the squad's page", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  const { squad } = await seedTrip([page.request], 0);
  const { uploadURL } = await send(page.request, "POST", "/api/objects/upload");
  const { buffer } = photo("shared.png", [200, 90, 60]);
  await page.request.put(uploadURL!, { data: buffer, headers: { "content-type": "image/png" } });
  const item = await send(page.request, "PUT", `/api/squads/${squad}/media`, {
    mediaURL: uploadURL,
    fileName: "a.png",
  });
  await page.goto("/");
  await page.getByRole("link", { name: "Photo by Ana Berg" }).click();
  await expect(page).toHaveURL(`/squads/${squad}?photo=${item["id"]}`);
  await expect(viewer(page)).toBeVisible();
});
