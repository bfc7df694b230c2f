import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { chooseOnTrip, photo } from "../app.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { seedTrip } from "../seed.ts";
import { expectTitleInSight, expectToast } from "../toast.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Create New Trip|Edit Trip)$/ });
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });

async function openNew(page: Page, squad: string) {
  await page.goto(`/squads/${squad}`);
  await page.getByRole("button", { name: "New Trip" }).first().click();
  await expect(dialog(page)).toHaveAccessibleName("Create New Trip");
}

async function openEdit(page: Page, trip: string) {
  await page.goto(`/trips/${trip}`);
  await chooseOnTrip(page, "Edit Trip");
  await expect(dialog(page)).toHaveAccessibleName("Edit Trip");
}

async function fill(page: Page, name: string, from = "2026-07-04", to = "2026-07-11") {
  await field(page, "Trip Name").fill(name);
  await field(page, "Location").fill("Peniche, Portugal");
  await field(page, "Start Date").fill(from);
  await field(page, "End Date").fill(to);
}

test("a trip is created and edited", async ({ open, trouble }) => {
  const { page } = await open("Ana", desktop);
  const seed = await seedTrip([page.request], 0);
  await openNew(page, seed.squad);

  await test.step("it begins today and has two nights, which it keeps when its start moves", async () => {
    const begin = await field(page, "Start Date").inputValue();
    // Swedish writes days as inputs do.
    expect(begin).toBe(await page.evaluate(() => new Date().toLocaleDateString("sv")));
    await expect(field(page, "End Date")).toHaveValue(
      new Date(Date.parse(begin) + 2 * 86_400_000).toJSON().slice(0, 10),
    );
    await field(page, "Start Date").fill("2030-07-30");
    await expect(field(page, "End Date")).toHaveValue("2030-08-01");
    await field(page, "End Date").fill("2030-08-05");
    await field(page, "Start Date").fill("2030-07-28");
    await expect(field(page, "End Date")).toHaveValue("2030-08-03");
  });

  await test.step("missing fields are named", async () => {
    for (const label of ["Start Date", "End Date"]) await field(page, label).fill("");
    await button(page, "Create Trip").click();
    for (const text of [
      "Trip name is required",
      "Location is required",
      "Start date is required",
      "End date is required",
    ])
      await expect(dialog(page).getByText(text, { exact: true })).toBeVisible();
    await expect(field(page, "Trip Name")).toBeFocused();
    await expect(button(page, "Create Trip")).toBeInViewport({ ratio: 1 });
    await expectFitForAll(page, "a new trip with missing fields");
  });

  await test.step("the dates stand side by side, and the end cannot precede the start", async () => {
    await expect(async () => {
      const [start, end] = [await field(page, "Start Date").boundingBox(), await field(page, "End Date").boundingBox()];
      expect(start!.y).toBe(end!.y);
      expect(end!.x).toBeGreaterThan(start!.x + start!.width);
    }).toPass();
    await fill(page, "Peniche", "2026-07-11", "2026-07-04");
    await expect(field(page, "End Date")).toHaveAttribute("min", "2026-07-11");
    await button(page, "Create Trip").click();
    await expect(dialog(page).getByText("End date must be on or after the start date")).toBeVisible();
  });

  await test.step("the dialog shows that it saves, and a toast that it saved", async () => {
    await field(page, "Description").fill("First line\nSecond line");
    await field(page, "End Date").fill("2026-07-11");
    await trouble.waiting("trips", async () => {
      await button(page, "Create Trip").click();
      await expect(button(page, "Creating...")).toBeDisabled();
      await expect(button(page, "Cancel")).toBeDisabled();
    });
    await expectToast(page, "Trip created successfully!");
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(/\/trips\/[\w-]+$/);
    await expect(page.getByRole("heading", { name: "Peniche", level: 1 })).toBeFocused();
  });

  await test.step("the next dialog starts empty, and Cancel discards", async () => {
    await openNew(page, seed.squad);
    await expect(field(page, "Trip Name")).toHaveValue("");
    await field(page, "Trip Name").fill("Not this one");
    await button(page, "Cancel").click();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole("button", { name: "New Trip" }).first().click();
    await expect(field(page, "Trip Name")).toHaveValue("");
  });

  await test.step("an edited trip shows its new name and dates", async () => {
    await openEdit(page, seed.trip);
    await expect(field(page, "Trip Name")).toHaveValue("Ericeira ’26");
    await expect(field(page, "Location")).toHaveValue("Ericeira, Portugal");
    await expectFitForAll(page, "editing a trip");
    await fill(page, "Nazaré");
    await trouble.waiting("trips", async () => {
      await button(page, "Update Trip").click();
      await expect(button(page, "Updating...")).toBeDisabled();
    });
    await expectToast(page, "Trip updated successfully!");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("heading", { name: "Nazaré", level: 1 })).toBeVisible();
    await expect(page.getByText(/^4\s–\s11 Jul 2026$/)).toBeVisible();
  });
});

test("a trip that cannot be saved says why and keeps the typed text", async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await trouble.noWrites("trips", async () => {
    await openNew(page, seed.squad);
    await fill(page, "Peniche");
    await button(page, "Create Trip").click();
    await expectToast(page, "Error", "Failed to create trip. Please try again.");
    await expect(field(page, "Trip Name")).toHaveValue("Peniche");

    await openEdit(page, seed.trip);
    await fill(page, "Nazaré");
    await button(page, "Update Trip").click();
    await expectToast(page, "Error", "Failed to update trip. Please try again.");
    await expectTitleInSight(page);
    await expect(field(page, "Trip Name")).toHaveValue("Nazaré");
  });
  await page.context().setOffline(true);
  await button(page, "Update Trip").click();
  await expectToast(page, "Error", "Failed to update trip. Please try again.");
  await expect(dialog(page).getByText("You seem to be offline. Check your connection and try again.")).toBeVisible();
  await page.context().setOffline(false);
  await button(page, "Update Trip").click();
  await expectToast(page, "Trip updated successfully!");
});

test("a trip gets its photo from the camera or from files", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await openEdit(page, seed.trip);
  const choose = async (file: ReturnType<typeof photo>) => {
    const chooser = page.waitForEvent("filechooser");
    await button(page, "Take Group Photo").click();
    const opened = await chooser;
    await expect(dialog(page).locator("input[capture]")).toHaveAttribute("capture", "environment");
    for (const input of await dialog(page).locator("input[type=file]").all())
      await expect(input).toHaveAttribute("accept", "image/*");
    await opened.setFiles(file);
  };
  const group = photo("group.png", [255, 111, 67]);
  const preview = dialog(page).getByRole("img", { name: "What the trip will show at its top" });

  await choose({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
  await expectToast(page, "Invalid file type", "Please select an image file");
  await choose({ name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(10_485_761) });
  await expectToast(page, "File too large", "Please select an image under 10MB");

  await trouble.noFiles(async () => {
    await choose(group);
    await expectToast(page, "Upload Error", "Failed to upload trip photo");
    await expect(preview).toBeHidden();
  });
  await choose({
    name: "fake.png",
    mimeType: "image/png",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  });
  await expectToast(page, "Upload Error", "Failed to upload trip photo");
  await expect(dialog(page).getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();

  await choose(group);
  await expectToast(page, "Photo uploaded!", "Trip photo has been updated");
  await expect(preview).toBeVisible();
  await expectFitForAll(page, "editing a trip, with a photo");
  await button(page, "Update Trip").click();
  await expectToast(page, "Trip updated successfully!");
  const cover = page.locator("header img").first();
  await expect.poll(() => cover.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

  await test.step("a phone offers existing pictures, and the photo can be removed again", async () => {
    await openEdit(page, seed.trip);
    await expect(preview).toBeVisible();
    await expect(button(page, "Choose a Photo")).toBeVisible();
    await button(page, "Remove Photo").click();
    await expect(preview).toBeHidden();
    await button(page, "Update Trip").click();
    await expect(dialog(page)).toBeHidden();
    expect(await (await page.request.get(`/api/trips/${seed.trip}`)).json()).toMatchObject({
      trip: { photoUrl: null },
    });
  });
});

test("a trip has the same days in every time zone", { tag: "@long" }, async ({ open }) => {
  const auckland = (await open("Ana", { ...desktop, timezoneId: "Pacific/Auckland" })).page;
  const angeles = (await open("Bo", { ...desktop, timezoneId: "America/Los_Angeles" })).page;
  const seed = await seedTrip([auckland.request, angeles.request], 0);
  await openEdit(auckland, seed.trip);
  await fill(auckland, "New Year’s Swell", "2026-12-31", "2027-01-01");
  await button(auckland, "Update Trip").click();
  await expectToast(auckland, "Trip updated successfully!");
  for (const page of [auckland, angeles]) {
    await openEdit(page, seed.trip);
    await expect(field(page, "Start Date")).toHaveValue("2026-12-31");
    await expect(field(page, "End Date")).toHaveValue("2027-01-01");
    await button(page, "Update Trip").click();
    await expect(page.getByText(/^31 Dec 2026\s–\s1 Jan 2027$/)).toBeVisible();
    await page.goto("/awards");
    await expect(page.getByText(/31 Dec 2026\s–\s1 Jan 2027/)).toBeVisible();
  }
});

test("a trip is created by keyboard alone", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/squads/${seed.squad}`);
  const opener = page.getByRole("button", { name: "New Trip" }).first();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => dialog(page).evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  while (!(await field(page, "Trip Name").evaluate((box) => box === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.type("Peniche");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Portugal");
  await page.keyboard.press("Tab");
  // Day and month are equal, so the input order of the browser does not matter.
  await page.keyboard.type("07072026");
  while (!(await field(page, "End Date").evaluate((box) => box === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.type("08082026");
  await page.keyboard.press("Enter");
  await expectToast(page, "Trip created successfully!");
  await expect(page.getByText(/^7 Jul\s–\s8 Aug 2026$/)).toBeVisible();
});
