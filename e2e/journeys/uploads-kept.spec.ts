import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect } from "../fixtures.ts";
import { register, seedTrip } from "../seed.ts";
import { choose, largePhoto, percent, pick, sheet, startUpload, test, throttle, tray } from "../uploading.ts";

test("a file that the trip has already is not sent", async ({ open }) => {
  const { page } = await open("Ana");
  const { trip } = await seedTrip([page.request], 0);
  await page.goto(`/trips/${trip}`);
  const wave = photo("wave.png", [18, 147, 143]);
  await choose(page, wave);
  await expect(tray(page).getByText("1 photo is in")).toBeVisible();
  const puts: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && puts.push(request.url()));
  await choose(page, { ...wave, name: "the same.png" });
  await expect(tray(page).getByText("Already here", { exact: true })).toBeVisible();
  expect(puts).toEqual([]);
});

test("an upload waits until its person signs in again", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  const cookies = await page.context().cookies();
  await page.goto(`/trips/${trip}`);
  await throttle(page, 0.05);
  await choose(page, photo("wave.png", [217, 58, 110], 4000, 3000));
  await page.context().clearCookies();
  await throttle(page, 50);
  await expect(tray(page).getByText("You are logged out. Log in again, and this goes on by itself.")).toBeVisible();
  // Another person signs in on this browser and does not see the upload.
  const bo = await page.context().newPage();
  await register(bo.request, "Bo");
  await bo.goto("/members");
  await expect(bo.getByRole("heading", { name: "The Crew" })).toBeVisible();
  await bo.waitForTimeout(3000);
  await expect(tray(bo)).toBeHidden();
  await bo.close();
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  await page.goto("/members");
  await expect(tray(page).getByText("1 photo is in")).toBeVisible();
});

test("a caption survives a reload and stands under the photo", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  const large = await largePhoto(12);
  await page.goto(`/trips/${trip}`);
  await throttle(page, 0.5);
  await pick(page, large.file);
  await sheet(page).getByLabel("Caption of big wave.png").fill("The last one of the day");
  await startUpload(page);
  await expect.poll(() => percent(page), { timeout: 30_000 }).toBeGreaterThan(0);
  await page.goto("/members");
  await throttle(page, 50);
  await expect(tray(page).getByText("1 photo is in")).toBeVisible({ timeout: 60_000 });
  const items = (await (await page.request.get(`/api/trips/${trip}/media`)).json()) as { caption: string }[];
  expect(items.map(({ caption }) => caption)).toEqual(["The last one of the day"]);
  await large.remove();
});

test("logging out asks first, and discards unfinished uploads", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  const large = await largePhoto(16);
  await page.goto(`/trips/${trip}`);
  await throttle(page, 0.1);
  await choose(page, large.file);
  await expect.poll(() => percent(page)).toBeGreaterThan(0);
  const logout = async () => {
    await page.getByRole("button", { name: "Ana", exact: false }).first().click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
  };
  await logout();
  const question = page.getByRole("alertdialog", { name: "Log out now?" });
  await expect(question.getByText("One thing has not been sent. Log out and lose it?")).toBeVisible();
  await expectFitForAll(page, "the question before logging out");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(tray(page).getByText("big wave.png")).toBeVisible();
  await logout();
  await question.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("link", { name: "Login here" })).toBeVisible();
  const kept = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open("uploads");
        opening.addEventListener("success", () => {
          const count = opening.result.transaction("files").objectStore("files").count();
          count.addEventListener("success", () => resolve(count.result));
        });
      }),
  );
  expect(kept).toBe(0);
  await large.remove();
});

test("the tray says when the device has no room or the trip is gone", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  const large = await largePhoto(12);
  await page.goto(`/trips/${trip}`);
  const device = await page.context().newCDPSession(page);
  await device.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin, quotaSize: 1_000_000 });
  await throttle(page, 1);
  await choose(page, large.file);
  await expect(tray(page).getByText(/These files cannot be kept on this device/)).toBeVisible();
  await page.request.delete(`/api/trips/${trip}`);
  await throttle(page, 50);
  await expect(tray(page).getByText("The place for this photo is gone, or you are no longer part of it.")).toBeVisible({
    timeout: 30_000,
  });
  await large.remove();
});

test("uploads work by keyboard alone", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  await page.goto(`/trips/${trip}`);
  await throttle(page, 0.2);
  const [large, fresh] = [await largePhoto(12), photo("fresh.png", [255, 201, 77])];
  const chooseByKeyboard = async (files: string | typeof fresh) => {
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add Photos" }).first().focus();
    await page.keyboard.press("Enter");
    await (await choosing).setFiles(files);
    await sheet(page).getByRole("button", { name: "Upload 1 File" }).focus();
    await page.keyboard.press("Enter");
  };
  const press = async (name: string) => {
    await tray(page).getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };

  await chooseByKeyboard(large.file);
  await expect.poll(() => percent(page)).toBeGreaterThan(0);
  await trouble.noWrites("uploads", async () => {
    await chooseByKeyboard(fresh);
    await expect(tray(page).getByRole("button", { name: "Retry fresh.png" })).toBeVisible({ timeout: 40_000 });
  });
  await expectFitForAll(page, "the uploads, one of them failed");
  await press("Retry fresh.png");
  await expect(tray(page).getByText("Done", { exact: true })).toBeVisible();
  const told = page.waitForRequest((request) => request.method() === "DELETE");
  await press("Cancel big wave.png");
  await told;
  await expect(tray(page).getByText("1 photo is in")).toBeVisible();
  await expect(tray(page).getByText("big wave.png")).toBeHidden();
  await expect(tray(page).locator(":focus")).toHaveCount(1);
  await press("Clear the list");
  await expect(tray(page)).toBeHidden();
  await large.remove();
});
