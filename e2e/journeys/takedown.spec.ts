import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { chooseInGallery, galleryMenu } from "../gallery-menu.ts";
import { photosReady, seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

const patient = { timeout: 60_000 };
const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const list = (page: Page) => page.getByRole("dialog", { name: "Asked to Be Taken Down" });

async function openList(page: Page) {
  await chooseInGallery(page, "Asked to Be Taken Down");
  await expect(list(page)).toBeVisible();
}

/** Asks in the viewer about the photo with this id. */
async function askAbout(page: Page, id: string, reason?: string) {
  await page.locator(`#gallery a[data-photo="${id}"]`).click();
  await viewer(page).getByRole("button", { name: "Ask to Take Down" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask to take this photo down?" });
  await expect(dialog).toContainText("It is hidden at once");
  if (reason !== undefined) await dialog.getByLabel(/^Why/).fill(reason);
  await expectFitForAll(page, "asking to take a photo down");
  await dialog.getByRole("button", { name: "Ask to Take Down" }).click();
  await expect(dialog).toBeHidden();
}

/** Ana runs the trip, and each of three added every third photo. Cleo has a phone. */
async function openTrip(open: (name: string, options?: object) => Promise<{ page: Page }>) {
  const [{ page: ana }, { page: bo }] = [await open("Ana", desktop), await open("Bo", desktop)];
  const { page: cleo } = await open("Cleo", phone);
  const seed = await seedTrip([ana.request, bo.request, cleo.request], 6);
  await photosReady(ana.request, seed.trip);
  const url = `/trips/${seed.trip}`;
  const all = (await (await bo.request.get(`/api${url}/media`)).json()) as {
    id: string;
    uploader: { firstName: string };
  }[];
  const ofBo = all.filter(({ uploader }) => uploader.firstName === "Bo").map(({ id }) => id);
  for (const page of [ana, bo, cleo]) {
    await page.goto(url);
    await expect(photos(page)).toHaveCount(6, patient);
  }
  return { ana, bo, cleo, url, ofBo };
}

test("somebody asks on a phone to take a photo down, and the organizer keeps it", async ({ open }) => {
  const { ana, bo, cleo, url, ofBo } = await openTrip(open);
  const id = ofBo[0]!;

  await test.step("Cleo asks, and the photo is gone for everyone", async () => {
    await askAbout(cleo, id, "That is me, please no");
    await expectToast(cleo, "Photo hidden");
    await expect(viewer(cleo).getByText(/ of 5$/)).toBeVisible();
    await cleo.keyboard.press("Escape");
    for (const page of [ana, bo, cleo]) await expect(photos(page)).toHaveCount(5);
  });

  await test.step("Undo brings it back, and she asks again", async () => {
    await cleo.getByRole("button", { name: "Undo" }).click();
    for (const page of [ana, bo, cleo]) await expect(photos(page)).toHaveCount(6);
    await askAbout(cleo, id, "That is me, please no");
    await cleo.keyboard.press("Escape");
    await expect(photos(bo)).toHaveCount(5);
  });

  await test.step("Bo, whose photo it is, does not learn who asks", async () => {
    await openList(bo);
    const row = list(bo).getByRole("listitem").first();
    await expect(row).toContainText("Added by you · back in 7 days");
    await expect(row).toContainText("Somebody: That is me, please no");
    await expect(row).not.toContainText("Cleo");
    await expect(row.getByRole("button", { name: /^Keep/ })).toHaveCount(0);
    await bo.keyboard.press("Escape");
  });

  await test.step("Ana looks at it and keeps it", async () => {
    await openList(ana);
    await expectFitForAll(ana, "asked to be taken down");
    const row = list(ana).getByRole("listitem").first();
    await expect(row).toContainText("Cleo Berg: That is me, please no");
    await row.getByRole("button", { name: /^Look at it/ }).click();
    await expect(ana.getByRole("dialog", { name: "The Photo" }).getByRole("img")).toBeVisible();
    await ana.keyboard.press("Escape");
    await row.getByRole("button", { name: /^Keep/ }).click();
    await expectToast(ana, "Photo kept", "Everybody sees it again.");
    await expect(list(ana).getByText("Nothing in here")).toBeVisible();
    for (const page of [bo, cleo]) await expect(photos(page)).toHaveCount(6);
  });

  await test.step("Cleo cannot ask again", async () => {
    await cleo.goto(`${url}?photo=${id}`);
    await viewer(cleo).getByRole("button", { name: "Ask to Take Down" }).click();
    const dialog = cleo.getByRole("dialog", { name: "Ask to take this photo down?" });
    // The browser's console says that the request failed, so this one is made beside the page.
    await expect(dialog.getByRole("button", { name: "Ask to Take Down" })).toBeEnabled();
    expect((await cleo.request.post(`/api/media/${id}/takedown`, { data: {} })).status()).toBe(409);
  });
});

test("a link to a held photo opens for few, and the organizer deletes it", async ({ open, openInTrouble }) => {
  const { ana, cleo, bo, url, ofBo } = await openTrip(open);
  const id = ofBo[0]!;
  await askAbout(cleo, id);
  await expect(photos(ana)).toHaveCount(5);

  await test.step("Bo opens the link, and so does Ana", async () => {
    await bo.goto(`${url}?photo=${id}`);
    await expect(list(bo).getByRole("img")).toBeVisible();
    await expect(list(bo)).toContainText("Somebody gave no reason");
    await ana.goto(`${url}?photo=${id}`);
    await expect(list(ana)).toContainText("Cleo Berg gave no reason");
  });

  await test.step("a visitor of the trip's link does not learn of it", async () => {
    const { page: zoe } = await openInTrouble("Zoe");
    await zoe.goto(`${url}?photo=${id}`);
    await expect(zoe.getByRole("heading").first()).toBeVisible();
    await expect(list(zoe)).toHaveCount(0);
  });

  await test.step("Ana deletes it after a confirmation", async () => {
    await list(ana)
      .getByRole("button", { name: /^Delete/ })
      .click();
    const ask = ana.getByRole("alertdialog", { name: "Delete this photo?" });
    await expectFitForAll(ana, "deleting a held photo");
    await ask.getByRole("button", { name: "Delete" }).click();
    await expectToast(ana, "Photo deleted");
    await expect(list(ana)).toBeHidden();
    await galleryMenu(ana).click();
    await expect(ana.getByRole("menuitem", { name: "Recently Deleted" })).toBeVisible();
    await expect(ana.getByRole("menuitem", { name: "Asked to Be Taken Down" })).toHaveCount(0);
  });
});
