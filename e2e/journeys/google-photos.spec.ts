import { photosOf, videoOf } from "../../server/testing/shots.ts";
import { expectFitForAll } from "../accessible.ts";
import { desktop, expect, phone } from "../fixtures.ts";
import { galleryMenu } from "../gallery-menu.ts";
import {
  bring,
  chooser,
  dialog,
  openImport,
  importButton,
  newLogin,
  onTrip,
  openPicker,
  pick,
  test,
} from "../photo-library.ts";
import { seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

test.beforeEach(({ library }) => {
  Object.assign(library.switches, { lacksScope: false, brokenCalls: 0, slownessMs: 0, ignoresMaxItems: false });
  library.switches.refused.clear();
  library.forgetSessions();
  library.shots = [];
});

test(
  "a member connects Google and imports photos and a video unchanged",
  { tag: "@long" },
  async ({ openInTrouble, provider, library }) => {
    const { page } = await openInTrouble("Ana");
    const seed = await seedTrip([page.request], 1);
    const shots = [...(await photosOf(12)), await videoOf("READY"), await videoOf("PROCESSING")];
    library.shots = shots;
    await page.goto(`/trips/${seed.trip}`);
    await openImport(page);
    await expect(page.getByRole("heading", { name: "Google Photos Access Required" })).toBeVisible();
    await expectFitForAll(page, "access required");
    await dialog(page).getByRole("link", { name: "Connect" }).click();
    await page.getByLabel("Password").fill("Ana-likes-waves");
    await page.keyboard.press("Enter");
    await page.getByLabel("Name").fill(newLogin(provider));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(new RegExp(`/trips/${seed.trip}\\?open=import$`));
    await expect(chooser(page)).toBeVisible();
    await expectFitForAll(page, "the beginning of an import");

    const popup = await openPicker(page);
    await expect(page.getByText("Pick your photos in Google Photos")).toBeVisible();
    for (const { id } of shots) await popup.locator(`input[value="${id}"]`).check();
    const closing = popup.waitForEvent("close");
    await popup.getByRole("button", { name: "Done" }).click();
    await closing;

    await expect(page.getByRole("heading", { name: "Selected photos (13)" })).toBeVisible();
    await expect(dialog(page).getByRole("img")).toHaveCount(9);
    await expect(dialog(page).getByText("+4 more")).toBeVisible();
    await expect(dialog(page).getByText("1 video is still being prepared by Google Photos")).toBeVisible();
    const areShown = () =>
      dialog(page)
        .getByRole("img")
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0));
    await expect.poll(areShown).toBe(true);
    await expectFitForAll(page, "the preview");

    await importButton(page).click();
    await expect(dialog(page).getByText("13 of 13 added")).toBeVisible({ timeout: 60_000 });
    await expectToast(page, "Import Complete", "13 photos were added.");
    const items = (await (await page.request.get(`/api/trips/${seed.trip}/media`)).json()) as {
      filePath: string;
      fileName: string;
    }[];
    for (const shot of shots.slice(0, 13)) {
      const bodies = items.filter(({ fileName }) => fileName === shot.filename);
      const same = await Promise.all(
        bodies.map(async ({ filePath }) => (await (await page.request.get(filePath)).body()).equals(shot.bytes)),
      );
      expect(same, shot.filename).toContain(true);
    }
    expect(library.sessions()).toEqual([]);

    await dialog(page).getByRole("button", { name: "Done" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await openImport(page);
    await pick(page, shots.slice(0, 2));
    await expectToast(page, "All Photos Already Imported", "Everything you selected is in this gallery already.");
    const more = await photosOf(1);
    library.shots = [...more, ...shots];
    await pick(page, [...more, shots[0]!]);
    await expectToast(page, "Duplicate Photos Detected", "1 of 2 is in this gallery already and will be skipped.");
    await expect(page.getByRole("heading", { name: "Selected photos (1)" })).toBeVisible();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(chooser(page)).toBeVisible();
    await expect.poll(() => library.sessions()).toEqual([]);
  },
);

test("an import survives a reload, and can be cancelled", { tag: "@long" }, async ({ open, provider, library }) => {
  const { page } = await open("Ana", phone);
  const seed = await onTrip(page, provider);
  const shots = await photosOf(6);
  library.shots = shots;
  library.switches.slownessMs = 60;
  await openImport(page);
  await pick(page, shots.slice(0, 3));
  await importButton(page).click();
  await expect(
    dialog(page)
      .getByText(/^(Downloading|Saving)\.\.\. \d+%$/)
      .first(),
  ).toBeVisible();
  await expect(dialog(page).getByRole("progressbar", { name: "All photos" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto(`/trips/${seed.trip}?open=import`);
  const over = dialog(page).getByText("3 of 3 added");
  const running = dialog(page).getByText(/^Importing: \d of 3/);
  await expect(over.or(running).or(chooser(page)).first()).toBeVisible();
  const count = async () =>
    ((await (await page.request.get(`/api/trips/${seed.trip}/media`)).json()) as unknown[]).length;
  await expect.poll(count, { timeout: 20_000 }).toBe(4);
  for (const { id } of shots.slice(0, 3)) expect(library.fetched.get(id)).toBe(1);

  library.switches.slownessMs = 2000;
  await page.goto(`/trips/${seed.trip}?open=import`);
  await pick(page, shots.slice(3));
  await importButton(page).click();
  await expect(
    dialog(page)
      .getByText(/^Downloading\.\.\. 20%$/)
      .first(),
  ).toBeVisible();
  await expectFitForAll(page, "an import on its way");
  await dialog(page).getByRole("button", { name: "Cancel Import" }).click();
  await expect(dialog(page).getByText(/^0 of 3 added, 3 cancelled$/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Done" }).click();
  expect(await count()).toBe(4);
});

test(
  "an import into a squad's gallery works by keyboard alone",
  { tag: "@long" },
  async ({ open, provider, library }) => {
    const { page } = await open("Ana", desktop);
    const { squad } = await onTrip(page, provider);
    library.shots = await photosOf(2);
    await page.goto(`/squads/${squad}`);
    await galleryMenu(page).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Google Photos" }).press("Enter");
    await expect(chooser(page)).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: "Close" })).toBeFocused();
    const opening = page.waitForEvent("popup");
    await page.keyboard.press("Tab");
    await expect(chooser(page)).toBeFocused();
    await page.keyboard.press("Enter");
    const popup = await opening;
    await popup.getByRole("checkbox").first().waitFor();
    await popup.keyboard.press("Tab");
    await popup.keyboard.press("Space");
    await popup.keyboard.press("Tab");
    await popup.keyboard.press("Tab");
    const closing = popup.waitForEvent("close");
    // The picker window closes during the key press, so the call may reject.
    await popup.keyboard.press("Enter").catch(() => undefined);
    await closing;
    await expect(page.getByRole("heading", { name: "Selected photos (1)" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(importButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("1 of 1 added")).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(dialog(page).getByRole("button", { name: "Done" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toHaveCount(0);
    await expect(galleryMenu(page)).toBeFocused();
  },
);

test(
  "photos that an import failed to fetch can be fetched again",
  { tag: "@long" },
  async ({ openInTrouble, trouble, provider, library }) => {
    const { page } = await openInTrouble("Ana");
    await onTrip(page, provider);
    const [good, gone, wrong, late] = await photosOf(4);
    library.shots = [good!, gone!, { ...wrong!, bytes: Buffer.from("<html>") }, late!];
    library.switches.refused.add(gone!.id);
    await openImport(page);
    await bring(page, library.shots.slice(0, 3));
    await expect(dialog(page).getByText("1 of 3 added, 2 skipped")).toBeVisible();
    await expect(dialog(page).getByText("Download Failed (skipped).")).toBeVisible();
    await expect(dialog(page).getByText("Upload Failed (skipped).")).toBeVisible();
    await expect(page.getByText(/^PXL_[12]\.jpg was skipped\./)).toBeVisible();
    await expectFitForAll(page, "an import with skipped photos");

    await dialog(page).getByRole("button", { name: "Done" }).click();
    await openImport(page);
    const missing = dialog(page).getByRole("region", { name: "2 photos did not come" });
    await expect(missing.getByText("This file is no photo or video.")).toBeVisible();
    await expectFitForAll(page, "failed imports");
    const resync = page.waitForRequest(/google-photos\/resync$/);
    await missing.getByRole("button", { name: "Re-sync" }).click();
    expect((await resync).postDataJSON()).toMatchObject({ maxPhotos: 20 });
    await expect(dialog(page).getByRole("button", { name: "Re-syncing..." })).toBeDisabled();
    await expectToast(page, "Re-sync Issues", "0 of 2 photos are here now. 2 did not come.");
    await trouble.noWrites("library_imports", async () => {
      await missing.getByRole("button", { name: "Re-sync" }).click();
      await expectToast(page, "Re-sync Failed");
    });
    library.switches.refused.clear();
    await missing.getByRole("button", { name: "Re-sync" }).click();
    await expectToast(page, "Re-sync Issues", "1 of 2 photos are here now. 1 did not come.");
    await dialog(page).getByRole("button", { name: "Forget It" }).click();
    await expect(dialog(page).getByRole("region", { name: /did not come/ })).toHaveCount(0);

    library.switches.refused.add(late!.id);
    await bring(page, [late!]);
    await expect(dialog(page).getByRole("alert").filter({ hasText: "No photos could be downloaded" })).toBeVisible();
    await dialog(page).getByRole("button", { name: "Done" }).click();
    library.switches.refused.clear();
    await openImport(page);
    await dialog(page).getByRole("button", { name: "Re-sync" }).click();
    await expectToast(page, "Re-sync Complete", "1 of 1 photo is here now.");
    await dialog(page).getByRole("button", { name: "Close" }).click();

    await trouble.noTable("library_imports", async () => {
      await openImport(page);
      await expectToast(page, "Sync Check Failed");
      await expect(chooser(page)).toBeEnabled();
    });
  },
);
