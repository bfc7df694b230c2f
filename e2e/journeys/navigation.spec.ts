import type { APIRequestContext, Page } from "@playwright/test";
import { expectFitForAll, expectNoSideways } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { register, seedTrip, send } from "../seed.ts";

const bar = (page: Page) => page.getByRole("navigation", { name: "Main" });
const newSquad = async (request: APIRequestContext, name: string, isPublic = false) => {
  const made = (await (await request.post("/api/squads", { data: { name, isPublic } })).json()) as { id: string };
  return made.id;
};
const hrefs = async (page: Page, names: readonly string[]) =>
  Promise.all(names.map((name) => bar(page).getByRole("link", { name, exact: true }).getAttribute("href")));

test("the navigation bar leads visitors and members to the main pages", async ({ open }) => {
  const [visitor, ana] = [await open("Visitor"), await open("Ana")];
  await register(ana.page.request, "Ana");
  for (const { page } of [visitor, ana]) {
    await page.goto("/find-squad");
    await expect(bar(page).getByRole("link", { name: "Swellmates" })).toHaveAttribute("href", "/");
    expect(await hrefs(page, ["Home", "Awards", "Gallery", "Profile"])).toEqual([
      "/",
      "/awards",
      "/#gallery",
      "/profile",
    ]);
    await page.mouse.wheel(0, 3000);
    await expect(bar(page)).toBeInViewport();
  }
  await expect(bar(visitor.page).getByRole("link", { name: "Login" })).toHaveAttribute("href", "/auth");
  await expect(bar(ana.page).getByRole("link", { name: "Login" })).toBeHidden();
  await expect(bar(ana.page).getByRole("link", { name: "Create Squad" })).toHaveAttribute("href", "/create-squad");
  await bar(ana.page).getByRole("link", { name: "Awards" }).click();
  await expect(bar(ana.page).getByRole("link", { name: "Awards" })).toHaveAttribute("aria-current", "page");

  const name = bar(ana.page).getByText("Ana", { exact: true });
  await ana.page.setViewportSize({ width: 1024, height: 900 });
  expect((await name.boundingBox())!.width).toBeGreaterThan(20);
  await expectNoSideways(ana.page, "the bar at 1024 px", 1024);
  // The face stands for the name where the bar has no room for it.
  await ana.page.setViewportSize({ width: 768, height: 900 });
  await expect(bar(ana.page).getByRole("button", { name: "Ana" })).toBeInViewport({ ratio: 1 });
  await expectNoSideways(ana.page, "the bar at 768 px", 768);
});

test("the squad selector shows the current squad and leads to the others", async ({ open }) => {
  const [ana, zoe] = [await open("Ana"), await open("Zoe")];
  const { page } = ana;
  const seed = await seedTrip([page.request], 0);
  const long = "The Extraordinarily Long-Winded Longboarders of the Western Coast";
  const other = await newSquad(page.request, long);
  const trigger = bar(page).getByRole("button").first();
  await page.goto("/awards");
  await expect(trigger).toHaveText("Select Squad");
  await trigger.click();
  const entries = page.getByRole("menuitem");
  await expect(entries).toHaveCount(3);
  await expect(entries.filter({ hasText: "Dawn Patrol" })).toContainText("Coffee before waves.");
  await expect(entries.last()).toHaveText("Create New Squad");
  await expect(entries.last()).toHaveAttribute("href", "/create-squad");
  await entries.filter({ hasText: "Dawn Patrol" }).click();
  await expect(page).toHaveURL(`/squads/${seed.squad}`);
  await expect(trigger).toHaveText("Dawn Patrol");

  for (const url of [`/trips/${seed.trip}`, `/trips/${seed.trip}/awards`, `/trips/${seed.trip}/leaderboard`]) {
    await page.goto(url);
    await expect(trigger).toHaveText("Dawn Patrol");
  }
  await page.goto(`/squads/${other}`);
  await expect(trigger).toHaveText(long);
  const name = trigger.locator("span").first();
  expect(await name.evaluate((span) => span.scrollWidth > span.clientWidth)).toBe(true);
  expect((await trigger.boundingBox())!.height).toBeLessThan(50);

  // Ana has not joined this public squad.
  await register(zoe.page.request, "Zoe");
  const publicSquad = await newSquad(zoe.page.request, "Open Water", true);
  await page.goto(`/squads/${publicSquad}`);
  await expect(trigger).toHaveText("Open Water");
});

test("a menu of many squads scrolls and works by keyboard", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  await register(page.request, "Ana");
  for (let i = 0; i < 9; i++) await newSquad(page.request, `Break ${i}`);
  await page.goto("/members");
  const trigger = bar(page).getByRole("button", { name: "Select Squad" });
  await trigger.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Break 0" })).toBeFocused();
  expect((await page.getByRole("menu").boundingBox())!.height).toBeLessThanOrEqual(320);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Break 1" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Create New Squad" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/create-squad");
  await expect(page.getByRole("heading", { name: "Create a Squad" })).toBeFocused();
});

test("on a phone a menu is a sheet, and a press beside it only closes it", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/trips/${seed.trip}`);
  const more = page.getByRole("button", { name: "More about this trip" });
  const menu = page.getByRole("menu");
  await more.tap();
  await expect(menu).toBeVisible();
  const { width, height } = page.viewportSize()!;
  const edges = async () => {
    const box = (await menu.boundingBox())!;
    return [box.x, box.width, Math.round(box.y + box.height)];
  };
  await expect.poll(edges).toEqual([0, width, height]);
  await expectFitForAll(page, "a menu on a phone");
  const { x, y } = (await bar(page).getByRole("link", { name: "Swellmates" }).boundingBox())!;
  await page.touchscreen.tap(x + 20, y + 20);
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(`/trips/${seed.trip}`);
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Leaderboards" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
});

test("narrow pages begin at the same left edge as wide ones", async ({ open }) => {
  const { page } = await open("Ana");
  const seed = await seedTrip([page.request], 0);
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const lefts: number[] = [];
    for (const url of ["/members", "/account", "/create-squad", `/trips/${seed.trip}/awards`]) {
      await page.goto(url);
      lefts.push((await page.getByRole("heading", { level: 1 }).boundingBox())!.x);
    }
    expect(new Set(lefts), `${width} px`).toEqual(new Set([Math.max(0, width / 2 - 640) + 32]));
  }
});

test("the user menu shows the person and leads to the profile and the logout", async ({ open }) => {
  const { page } = await open("Maximiliana-Theodora");
  await register(page.request, "Maximiliana-Theodora");
  await page.goto("/members");
  const trigger = bar(page).getByRole("button", { name: "Maximiliana-Theodora" });
  await expect(trigger.locator("[aria-hidden]")).toHaveText("MB");
  expect((await trigger.boundingBox())!.height).toBeLessThan(50);
  await trigger.focus();
  await page.keyboard.press("Enter");
  const profile = page.getByRole("menuitem", { name: "Profile" });
  await expect(profile).toBeFocused();
  await expect(page.getByRole("menuitem")).toHaveText(["Profile", "Members", "Account", "Logout"]);
  await expectFitForAll(page, "the user menu");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/profile");
  await expect(page.getByRole("heading", { name: "Maximiliana-Theodora Berg" })).toBeFocused();
  await trigger.click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Login here" })).toBeVisible();
  expect((await page.request.get("/api/auth/user")).status()).toBe(401);
});

test("an avatar that cannot load shows initials", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  await register(page.request, "Ana");
  const { uploadURL } = await send(page.request, "POST", "/api/objects/upload");
  const { buffer, mimeType, name } = photo("me.png", [255, 111, 67], 200, 200);
  await page.request.put(uploadURL!, { data: buffer, headers: { "content-type": mimeType } });
  const image = await send(page.request, "PUT", "/api/profile-images", { profileImageURL: uploadURL, fileName: name });
  await send(page.request, "PATCH", "/api/auth/user", { profileImageUrl: image["objectPath"] });
  const face = bar(page).getByRole("button", { name: "Ana" }).locator("[aria-hidden]");
  await page.route(/\/objects\//, (route) => route.fulfill({ status: 500 }));
  await page.goto("/find-squad");
  await expect(face).toHaveText("AB");
  await page.unroute(/\/objects\//);
  await page.reload();
  await expect.poll(() => face.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test("on a phone the menu holds the pages, the squads and the logout", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await newSquad(page.request, "Night Shift");
  await page.goto(`/trips/${seed.trip}`);
  await expect(page.getByRole("heading", { name: "Ericeira ’26", level: 1 })).toBeVisible();
  const button = bar(page).getByRole("button", { name: "Menu" });
  await button.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("link", { name: "Night Shift" })).toBeVisible();
  const links = await menu
    .getByRole("link")
    .evaluateAll((all) =>
      all.map((a) => [a.querySelector("span > span")?.textContent ?? a.textContent, a.getAttribute("href")]),
    );
  expect(links).toEqual([
    ["Home", "/"],
    ["Awards", "/awards"],
    ["Members", "/members"],
    ["Profile", "/profile"],
    ["Dawn Patrol", `/squads/${seed.squad}`],
    ["Night Shift", expect.stringContaining("/squads/")],
    ["Create New Squad", "/create-squad"],
    ["Logout", "/api/logout"],
  ]);
  await expect(menu.getByRole("list", { name: "Select Squad" }).getByRole("link")).toHaveCount(2);
  await expect(menu.getByRole("link", { name: "Dawn Patrol" })).toHaveAttribute("aria-current", "true");
  await expectFitForAll(page, "the phone's menu");
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await page.goto("/members");
  await button.click();
  await expect(menu.getByRole("heading", { name: "Select Squad" })).toBeVisible();
  await menu.getByRole("link", { name: "Night Shift" }).click();
  await expect(page.getByRole("heading", { name: "Night Shift", level: 1 })).toBeVisible();
});

test("a phone's menu offers newcomers to create a squad, and visitors to log in", async ({ open }) => {
  const [ana, visitor] = [await open("Ana", phone), await open("Visitor", phone)];
  await register(ana.page.request, "Ana");
  await ana.page.goto("/members");
  await bar(ana.page).getByRole("button", { name: "Menu" }).click();
  const menu = ana.page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("link", { name: "Create Squad" })).toBeVisible();
  await expect(menu.getByText("Select Squad")).toBeHidden();

  await visitor.page.goto("/");
  await bar(visitor.page).getByRole("button", { name: "Menu" }).click();
  const visitors = visitor.page.getByRole("dialog", { name: "Menu" });
  for (const name of ["Home", "Awards", "Members", "Profile", "Login"])
    await expect(visitors.getByRole("link", { name })).toBeVisible();
  await expect(visitors.getByRole("link", { name: "Logout" })).toBeHidden();
  await expectFitForAll(visitor.page, "the visitor's menu");
});
