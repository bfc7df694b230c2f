import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { chooseOnTrip } from "../app.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { addAward, addTrip } from "../seed-awards.ts";
import { register, seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

const manage = (page: Page) => chooseOnTrip(page, "Manage Awards");
const more = (page: Page) => page.getByRole("button", { name: "More about this trip" });
const dialog = (page: Page) => page.getByRole("dialog", { name: /^Manage Award Categories/ });
const list = (page: Page) => dialog(page).getByRole("region", { name: "Current Categories" }).getByRole("listitem");

test("awards are added, edited and deleted", async ({ open, trouble }) => {
  const { page } = await open("Ana", desktop);
  await register(page.request, "Ana");
  const trip = await addTrip(page.request, { name: "Peniche" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/trips/${trip}`);
  await expect(page.getByRole("heading", { level: 1, name: "Peniche" })).toBeVisible();
  expect(asked).not.toContain(`/api/trips/${trip}/categories`);

  await test.step("the categories load when the dialog opens, not before", async () => {
    await trouble.waiting("categories", async () => {
      await manage(page);
      await expect(dialog(page).getByText("Loading categories...")).toBeAttached();
      await expect(dialog(page).locator(".animate-pulse-slow")).toHaveCount(3);
    });
    await expect(dialog(page)).toHaveAccessibleName("Manage Award Categories · Peniche");
    await expect(
      dialog(page).getByText("No categories yet. Add some fun award categories!", { exact: true }),
    ).toBeVisible();
    expect(asked).toContain(`/api/trips/${trip}/categories`);
  });

  await test.step("without awards the packs come first, with samples, and the form below them", async () => {
    const packs = dialog(page).getByRole("region", { name: "Add a Pack" });
    // Without a squad there is no last trip.
    await expect(packs.getByRole("button")).toHaveCount(7);
    await expect(packs.getByRole("button", { name: "Surf" })).toContainText("Best Wipeout · Dawn Patrol · Camp Chef");
    const own = dialog(page).getByRole("heading", { name: "Or Write Your Own" });
    expect((await own.boundingBox())!.y).toBeGreaterThan((await packs.getByRole("button").last().boundingBox())!.y);
    await expectFitForAll(page, "packs of awards for a trip without any");
  });

  await test.step("a name and a description are required", async () => {
    await dialog(page).getByRole("button", { name: "Add Category" }).click();
    await expect(dialog(page).getByText("Category name is required", { exact: true })).toBeVisible();
    await expect(dialog(page).getByText("Description is required", { exact: true })).toBeVisible();
    await expect(dialog(page).getByLabel("Name")).toBeFocused();
    await expectFitForAll(page, "manage awards with missing fields");
  });

  await test.step("ten icons and eight colours are offered; trophy and blue are preselected", async () => {
    const [icons, colors] = [
      dialog(page).getByRole("group", { name: "Icon" }),
      dialog(page).getByRole("group", { name: "Color" }),
    ];
    await expect(icons.getByRole("radio")).toHaveCount(10);
    await expect(icons.getByRole("radio", { name: "Trophy" })).toBeChecked();
    await expect(colors.getByRole("radio", { name: "blue" })).toBeChecked();
    const names = ["red", "orange", "yellow", "green", "blue", "purple", "pink", "brown"];
    await expect(colors.getByRole("radio")).toHaveCount(8);
    for (const name of names) await expect(colors.getByRole("radio", { name })).toBeAttached();
    await icons.getByText("Fish").locator("..").click();
    await colors.getByText("pink").locator("..").click();
    await expect(icons.getByRole("radio", { name: "Fish" })).toBeChecked();
  });

  await test.step("an added award appears in the list", async () => {
    await dialog(page).getByLabel("Name").fill("Camp Chef");
    await dialog(page).getByLabel("Description").fill("One oven, eight friends");
    await dialog(page).getByRole("button", { name: "Add Category" }).click();
    await expectToast(page, "Award category created successfully!");
    await expect(list(page)).toHaveText([/Camp Chef.*One oven, eight friends/s]);
    await expect(list(page).locator("[style*=linear-gradient]")).toHaveCSS("background-image", /255, 194, 211/);
    await expect(dialog(page).getByLabel("Name")).toHaveValue("");
    await expect(dialog(page).getByRole("heading", { name: "Or Write Your Own" })).toHaveCount(0);
  });

  await test.step("an edit can be cancelled or saved", async () => {
    await dialog(page).getByRole("button", { name: "Edit Camp Chef" }).click();
    await expect(dialog(page).getByLabel("Name")).toHaveValue("Camp Chef");
    await expect(dialog(page).getByLabel("Name")).toBeFocused();
    await expect(dialog(page).getByRole("radio", { name: "Fish" })).toBeChecked();
    await expect(dialog(page).getByRole("button", { name: "Add Category" })).toHaveCount(0);
    await dialog(page).getByLabel("Name").fill("Something else");
    await dialog(page).getByRole("button", { name: "Cancel Edit" }).click();
    await expect(dialog(page).getByLabel("Name")).toHaveValue("");
    await expect(list(page)).toHaveText([/Camp Chef/]);

    await dialog(page).getByRole("button", { name: "Edit Camp Chef" }).click();
    await dialog(page).getByLabel("Name").fill("Kitchen God");
    await dialog(page).getByRole("button", { name: "Update Category" }).click();
    await expectToast(page, "Award category updated successfully!");
    await expect(list(page)).toHaveText([/Kitchen God/]);
    await expect(dialog(page).getByRole("button", { name: "Add Category" })).toBeVisible();
  });

  await test.step("an award is deleted after a confirmation", async () => {
    const bin = dialog(page).getByRole("button", { name: "Delete Kitchen God" });
    await bin.click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(
      "Are you sure you want to delete this award category? This will also delete all votes for this category.",
    );
    await expectFitForAll(page, "deleting an award");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(bin).toBeFocused();
    await bin.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "Award category deleted successfully!");
    await expect(dialog(page).getByText("No categories yet. Add some fun award categories!")).toBeVisible();
  });
});

test("an award that cannot be saved says so", { tag: "@long" }, async ({ openInTrouble, trouble, server }) => {
  const { page } = await openInTrouble("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/trips/${seed.trip}`);
  await expect(more(page)).toBeVisible();

  await trouble.noTable("categories", async () => {
    await manage(page);
    await expect(dialog(page).getByText("The categories did not load")).toBeVisible();
  });
  await dialog(page).getByRole("button", { name: "Try Again" }).click();
  await expect(list(page)).toHaveCount(2);

  await trouble.noWrites("categories", async () => {
    await dialog(page).getByLabel("Name").fill("Camp Chef");
    await dialog(page).getByLabel("Description").fill("One oven");
    await dialog(page).getByRole("button", { name: "Add Category" }).click();
    await expectToast(page, "Error", "Failed to create category. Please try again.");
    await expect(dialog(page).getByLabel("Name")).toHaveValue("Camp Chef");

    await dialog(page).getByRole("button", { name: "Edit Best Wipeout" }).click();
    await dialog(page).getByLabel("Name").fill("Worst Wipeout");
    await dialog(page).getByRole("button", { name: "Update Category" }).click();
    await expectToast(page, "Error", "Failed to update category. Please try again.");
    await expect(dialog(page).getByLabel("Name")).toHaveValue("Worst Wipeout");

    await dialog(page).getByRole("button", { name: "Delete Best Wipeout" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "Error", "Failed to delete category. Please try again.");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  });
  await expect(list(page)).toHaveCount(2);

  await test.step("an edit of a category that is already deleted shows the reason", async () => {
    await dialog(page).getByRole("button", { name: "Edit Sunburn of the Week" }).click();
    await behindTheScenes(server, "delete from categories where id = $1", [seed.categories[1]]);
    await dialog(page).getByRole("button", { name: "Update Category" }).click();
    await expectToast(page, "Error", "Failed to update category. Please try again.");
    await expect(
      dialog(page)
        .getByRole("alert")
        .filter({ hasText: /not found/ }),
    ).toBeVisible();
  });
});

test("the buttons show that an award is being added or updated", { tag: "@long" }, async ({ open, trouble }) => {
  const { page } = await open("Ana");
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/trips/${seed.trip}?open=categories`);
  await dialog(page).getByLabel("Name").fill("Camp Chef");
  await dialog(page).getByLabel("Description").fill("One oven");
  await trouble.waiting("categories", async () => {
    await dialog(page).getByRole("button", { name: "Add Category" }).click();
    await expect(dialog(page).getByRole("button", { name: "Adding..." })).toBeDisabled();
  });
  await expect(list(page)).toHaveCount(3);
  await dialog(page).getByRole("button", { name: "Edit Camp Chef" }).click();
  await trouble.waiting("categories", async () => {
    await dialog(page).getByRole("button", { name: "Update Category" }).click();
    await expect(dialog(page).getByRole("button", { name: "Updating..." })).toBeDisabled();
    await expect(dialog(page).getByRole("button", { name: "Cancel Edit" })).toBeDisabled();
  });
  await expectToast(page, "Award category updated successfully!");
});

test("an edit keeps a look that the form does not offer", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await addAward(page.request, seed.trip, "Camp Chef", { icon: "fas fa-bolt", color: "teal" });
  await page.goto(`/trips/${seed.trip}?open=categories`);
  await dialog(page).getByRole("button", { name: "Edit Camp Chef" }).click();
  await expect(dialog(page).getByRole("radio", { name: "As it is" })).toBeChecked();
  await expect(dialog(page).getByRole("radio", { name: "teal" })).toBeChecked();
  await expectFitForAll(page, "an award with another look");
  await dialog(page).getByLabel("Name").fill("Kitchen God");
  await dialog(page).getByRole("button", { name: "Update Category" }).click();
  await expectToast(page, "Award category updated successfully!");
  const awards = await page.request.get(`/api/trips/${seed.trip}/categories`);
  expect(await awards.json()).toContainEqual(
    expect.objectContaining({ name: "Kitchen God", icon: "fas fa-bolt", color: "teal" }),
  );
});

test("members edit awards, organizers delete them", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [(await open("Ana")).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  for (const page of [ana, bo]) {
    await page.goto(`/trips/${seed.trip}`);
    await manage(page);
    await expect(list(page)).toHaveCount(2);
  }
  await expect(bo.getByRole("button", { name: "Delete Best Wipeout" })).toHaveCount(0);
  await expect(ana.getByRole("button", { name: "Delete Best Wipeout" })).toBeVisible();
  for (let i = 0; i < 12; i++)
    await addAward(bo.request, seed.trip, `Award ${i}`, { color: i === 0 ? "black" : "red" });
  await expect(list(ana)).toHaveCount(14);

  await test.step("a long list of awards scrolls inside the dialog", async () => {
    const scrolls = await list(ana)
      .first()
      .locator("..")
      .evaluate((all) => all.scrollHeight > all.clientHeight && getComputedStyle(all).overflowY === "auto");
    expect(scrolls).toBe(true);
  });

  await test.step("the editor does not offer black, but an award that has it keeps it", async () => {
    await expect(ana.getByRole("radio", { name: "black" })).toHaveCount(0);
    await ana.getByRole("button", { name: "Edit Award 0", exact: true }).click();
    await expect(ana.getByRole("radio", { name: "black" })).toBeChecked();
  });

  await test.step("a person outside a public squad cannot manage its awards", async () => {
    await send(ana.request, "PUT", `/api/squads/${seed.squad}`, { name: "Dawn Patrol", isPublic: true });
    const { page } = await open("Zoe", phone);
    await register(page.request, "Zoe");
    await page.goto(`/trips/${seed.trip}?open=categories`);
    await expect(page.getByRole("heading", { name: "Ericeira ’26", level: 1 })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await more(page).click();
    await expect(page.getByRole("menuitem")).toHaveText(["Leaderboards"]);
  });
});

test("awards are managed by keyboard alone", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/trips/${seed.trip}`);
  await more(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Manage Awards" }).focus();
  await page.keyboard.press("Enter");
  await expect(list(page)).toHaveCount(2);
  await expect.poll(() => dialog(page).evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await dialog(page).getByLabel("Name").focus();
  await page.keyboard.type("Camp Chef");
  await page.keyboard.press("Tab");
  await page.keyboard.type("One oven");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(dialog(page).getByRole("radio", { name: "Funny" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  await expect(dialog(page).getByRole("radio", { name: "green" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(list(page)).toHaveCount(3);
  // The form is ready for the next award.
  await expect(dialog(page).getByLabel("Name")).toBeFocused();
  await expectToast(page, "Award category created successfully!");
  // Escape closes the dialog, also while a toast shows. The second Escape has nothing left to close.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(more(page)).toBeFocused();
});
