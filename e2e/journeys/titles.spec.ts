import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { chooseOnTrip } from "../app.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { addTrip, castVote } from "../seed-awards.ts";
import { seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

const packs = (page: Page) => page.getByRole("dialog").getByRole("region", { name: "Add a Pack" });
const ballot = (page: Page, award: string) => page.getByRole("article", { name: award });

test("a squad takes its awards to the next trip, and its champions with them", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana", desktop), await open("Bo", phone)];
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  const next = await addTrip(ana.page.request, {
    name: "Biarritz ’91",
    squad: seed.squad,
    from: "2091-05-01",
    to: "2091-05-08",
  });

  await test.step("one tap adds a pack, another the awards of the last trip", async () => {
    const { page } = ana;
    await page.goto(`/trips/${next}`);
    await chooseOnTrip(page, "Manage Awards");
    await expect(packs(page).getByRole("button")).toHaveCount(8);
    await packs(page).getByRole("button", { name: "From Our Last Trip" }).click();
    await expectToast(page, "2 awards added from your last trip");
    await packs(page).getByRole("button", { name: "Surf" }).click();
    await expectToast(page, "9 awards added from the Surf pack");
    await packs(page).getByRole("button", { name: "Surf" }).click();
    await expectToast(page, "Every award from the Surf pack is here already");
    await expect(page.getByRole("region", { name: "Current Categories" }).getByRole("listitem")).toHaveCount(11);
    await expectFitForAll(page, "packs of awards");
  });

  await test.step("the ballot marks last time's winner", async () => {
    const { page } = bo;
    await page.goto(`/trips/${next}/awards`);
    const nominee = ballot(page, "Best Wipeout").locator("label", { hasText: "Ana Berg" });
    await expect(nominee).toContainText("Reigning champion");
    await expect(ballot(page, "Dawn Patrol").getByText("Reigning champion")).toHaveCount(0);
    await expectFitForAll(page, "a ballot with a champion");
  });

  await test.step("somebody takes their own name off an award and puts it back", async () => {
    const { page } = bo;
    const own = ballot(page, "Dawn Patrol");
    const choose = async (entry: string) => {
      await own.getByRole("button", { name: "More about Dawn Patrol" }).click();
      await page.getByRole("menuitem", { name: entry }).click();
    };
    await choose("Take My Name Off");
    await expectToast(page, "Your name is off “Dawn Patrol”");
    await expect(own.locator("label")).toHaveCount(1);
    await ana.page.goto(`/trips/${next}/awards`);
    await expect(ballot(ana.page, "Dawn Patrol").locator("label")).toHaveText([/Ana Berg/]);
    await choose("Put My Name Back");
    await expect(own.locator("label")).toHaveCount(2);
  });

  const [wipeout] = (await (await ana.page.request.get(`/api/trips/${next}/categories`)).json()) as [{ id: string }];
  const winner = seed.crew[0]!;
  for (const { page } of [ana, bo]) await castVote(page.request, wipeout.id, winner);

  await test.step("the squad's trophy cabinet shows winners by trip, award and person", async () => {
    const { page } = bo;
    await page.goto(`/squads/${seed.squad}`);
    const cabinet = page.getByRole("region", { name: "Trophy Cabinet" });
    await cabinet.scrollIntoViewIfNeeded();
    await expect(cabinet.getByRole("heading", { level: 3 })).toHaveText(["Biarritz ’91", "Ericeira ’26"]);
    // An award that is open is a gap, which leads to its ballot.
    const gap = cabinet.getByRole("link", { name: /^Sunburn of the Week ?: still open$/ });
    await expect(gap.first()).toHaveAttribute("href", `/trips/${next}/awards`);
    await cabinet.getByRole("tab", { name: "By Award" }).click();
    await expect(cabinet.getByRole("heading", { level: 3 })).toHaveText(["Best Wipeout"]);
    await cabinet.getByRole("tab", { name: "By Person" }).click();
    await expect(cabinet.getByRole("link", { name: "2 × Best Wipeout" })).toBeVisible();
    await expectFitForAll(page, "a trophy cabinet");
  });

  await test.step("a profile counts titles", async () => {
    const { page } = bo;
    await page.goto(`/profile/${winner["id"]}`);
    await expect(page.getByRole("region", { name: "Titles" }).getByRole("link")).toHaveText(["2 × Best Wipeout"]);
  });
});
