import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { countTaps } from "../count-taps.ts";
import { expect, phone, test } from "../fixtures.ts";
import { addPhoto, register, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

test("six taps and five fields share a squad; a friend's photo takes three and a name", async ({ open }) => {
  const [ana, tom] = [await open("Ana", phone), await open("Tom", phone)];
  const { page } = ana;
  await page.addInitScript(() => Object.assign(navigator, { share: async () => {} }));
  const taps = await countTaps(page);
  let fields = 0;
  const fill = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    fields++;
  };
  await page.goto("/");
  await page.getByRole("link", { name: "Create a Squad" }).first().tap();
  await fill("First Name", "Ana");
  await fill("Last Name", "Berg");
  await fill("Email", ana.email);
  await fill("Password", ana.password);
  await page.getByRole("button", { name: "Create Account" }).tap();
  await fill("Squad Name", "Dawn Patrol");
  await page.getByRole("button", { name: "Create Squad", exact: true }).tap();
  const invite = page.getByRole("dialog", { name: "Invite Members" });
  const link = await invite.getByLabel("Invite link").inputValue();
  await invite.getByRole("button", { name: "Share Link" }).tap();
  await expectToast(page, "Link Shared!");
  expect(taps()).toBeGreaterThan(2);
  expect(taps()).toBeLessThanOrEqual(6);
  expect(fields).toBeLessThanOrEqual(5);
  await invite.getByRole("button", { name: "Later" }).tap();

  await test.step("no trip is needed for the friend's photo on both screens", async () => {
    const friendTaps = await countTaps(tom.page);
    await tom.page.goto(link);
    await tom.page.getByLabel("Who are you?").fill("Tom");
    await tom.page.getByRole("button", { name: "Take a Seat" }).tap();
    await expect(tom.page).toHaveURL(/\/squads\//);
    const add = tom.page.locator("#gallery").getByRole("button", { name: /^Add Photos/ });
    await add.scrollIntoViewIfNeeded();
    const picker = tom.page.waitForEvent("filechooser");
    await add.tap();
    await (await picker).setFiles(photo("reef.jpg", [10, 120, 200]));
    await tom.page.getByRole("button", { name: /^Upload 1/ }).tap();
    for (const screen of [tom.page, page]) {
      await screen.locator("#gallery").scrollIntoViewIfNeeded();
      await expect(screen.locator("#gallery [data-photo]")).toHaveCount(1, { timeout: 30_000 });
    }
    expect(friendTaps()).toBeGreaterThan(1);
    expect(friendTaps()).toBeLessThanOrEqual(3);
  });
});

test("a new trip opens with its first three steps, which go when they are done", async ({ open }) => {
  const [{ page }, bo] = [await open("Ana", phone), await open("Bo")];
  await register(page.request, "Ana");
  const { id: squad } = await send(page.request, "POST", "/api/squads", { name: "Dawn Patrol" });
  await page.goto(`/squads/${squad}?open=trip`);
  await page.getByLabel("Trip Name").fill("Peniche");
  await page.getByLabel("Location").fill("Portugal");
  await page.getByRole("button", { name: "Create Trip" }).click();
  await expect(page.getByRole("heading", { name: "Peniche", level: 1 })).toBeVisible();
  const title = page.getByRole("heading", { name: "Get This Trip Going" });
  await expect(title).toBeVisible();
  await expect(page.locator("main .bg-action").filter({ hasText: /\w/ })).toHaveText(["Invite Members"]);
  await expectFitForAll(page, "a trip that gets going");

  await page.getByRole("button", { name: "Bring Somebody" }).click();
  await expect(page.getByRole("dialog", { name: "Invite Members" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Pick Ten Awards" }).click();
  const awards = page.getByRole("dialog", { name: /^Manage Award Categories/ });
  await awards.getByRole("button", { name: "Surf" }).click();
  await expectToast(page, "10 awards added from the Surf pack");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Pick Ten Awards, done")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pick Ten Awards" })).toHaveCount(0);

  const picker = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "First Photo" }).click();
  const chooser = await picker;
  // The button goes while its picker is open: another device has sent the first photo.
  await addPhoto(page.request, new URL(page.url()).pathname.split("/")[2]!, photo("dunes.png", [230, 190, 110]));
  await expect(page.getByText("First Photo, done")).toBeVisible({ timeout: 30_000 });
  await chooser.setFiles(photo("reef.png", [10, 120, 200]));
  await page.getByRole("button", { name: "Upload 1 File" }).click();
  await expect(page.getByRole("region", { name: "Uploads" }).getByText("1 photo is in")).toBeVisible();

  await register(bo.page.request, "Bo");
  const { squad: shown } = await send(page.request, "GET", `/api/squads/${squad}`);
  const { inviteUrl } = shown as unknown as { inviteUrl: string };
  const invite = new URL(inviteUrl).searchParams.get("invite");
  await send(bo.page.request, "POST", `/api/trips/${squad}/join`, { invite });
  await expect(title).toBeHidden();
  await expect(page.locator("main .bg-action").filter({ hasText: /\w/ })).toHaveText(["Add Photos"]);
});
