import type { Page } from "@playwright/test";
import { expectAccessible, expectFitForAll } from "../accessible.ts";
import { type Person, desktop, expect, phone, test } from "../fixtures.ts";
import { castVote } from "../seed-awards.ts";
import { seedTrip, send } from "../seed.ts";

const tvSize = { viewport: { width: 1920, height: 1080 } };

/** A trip of two whose vote is closed. Best Wipeout came out before the night; Sunburn goes to Bo. */
async function closeNight(ana: Person, bo: Person, plan: object = {}) {
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  const night = `/api/trips/${seed.trip}/night`;
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await send(ana.page.request, "POST", night, { startsAt, timeZone: "Europe/Lisbon", ...plan });
  for (const { page } of [ana, bo]) await castVote(page.request, seed.categories[1]!, seed.crew[1]!);
  return { ...seed, night };
}

/** The words of the card of the award that came out before. */
const crowned = "Already crowned: Best Wipeout, Ana Berg and Bo Berg.";

/** The words of the present card, as screen readers hear them. */
const said = (page: Page) => page.locator(".show-room > [aria-live]");

/** When the present card began, in milliseconds, as the animations of this page have it. */
const beganAt = (page: Page) =>
  page
    .locator(".show-card")
    .last()
    .evaluate((card) => {
      const [come] = card.getAnimations();
      const { delay = 0 } = come!.effect!.getTiming();
      return performance.timeOrigin + Number(come!.startTime) + delay;
    });

test(
  "three screens play one show, and one that was offline for two cards catches up",
  { tag: "@long" },
  async ({ open, openInTrouble }) => {
    const ana = await open("Ana", desktop);
    const bo = await openInTrouble("Bo", phone);
    // Without a code, the TV's first question about its night is refused.
    const tv = await openInTrouble("TV", tvSize);
    const { trip, squad, night } = await closeNight(ana, bo);
    const address = `/trips/${trip}/night`;

    await test.step("a code brings the TV in, with a countdown and a QR code", async () => {
      const { code } = await send(ana.page.request, "POST", `${night}/tv-code`, {});
      await tv.page.goto("/tv");
      // As with a remote control: down to the keys, along them, and back.
      await tv.page.getByLabel("Code").press("ArrowDown");
      for (const key of ["ArrowRight", "ArrowDown", "Enter", "Backspace"]) await tv.page.keyboard.press(key);
      await tv.page.keyboard.type(code!);
      await expect(tv.page.getByRole("timer")).toHaveText(/^00:\d\d:\d\d$/);
      await expect(tv.page.getByRole("img", { name: "QR code of the night’s page" })).toBeVisible();
      await expectAccessible(tv.page, "the TV before the show");
    });

    await send(ana.page.request, "POST", `${night}/close`, { confirm: true });
    await send(ana.page.request, "POST", `${night}/start`, {});
    await ana.page.goto(address);
    await bo.page.goto(address);

    await test.step("the title card stands on all screens", async () => {
      for (const { page } of [ana, bo, tv])
        await expect(said(page)).toHaveText("Awards Night of Ericeira ’26: 1 award.");
      await expect(bo.page.getByRole("button", { name: "Next" })).toHaveCount(0);
    });

    await test.step("a double tap of the host moves one card, and a reaction reaches everybody", async () => {
      await ana.page.getByRole("button", { name: "Next" }).dblclick();
      for (const { page } of [ana, bo, tv]) await expect(said(page)).toHaveText(crowned);
      await bo.page.getByRole("button", { name: "Fire" }).click();
      for (const { page } of [ana, bo, tv]) await expect(page.locator(".show-floats > span")).toHaveCount(1);
    });

    await test.step("the host alone reads what comes next, and turns one card back", async () => {
      await expect(ana.page.getByText("Next: Award 1")).toBeVisible();
      const back = ana.page.getByRole("button", { name: "Back One Card" });
      await back.click();
      for (const { page } of [ana, bo, tv]) await expect(said(page)).toHaveText(/^Awards Night of/);
      await expect(ana.page.getByText("Next: Early Crowns")).toBeVisible();
      await expect(back).toBeDisabled();
      await expectFitForAll(ana.page, "the host's buttons");
      for (const { page } of [bo, tv]) await expect(page.getByText("Next:")).toHaveCount(0);
      await expect(bo.page.getByRole("button", { name: "Back One Card" })).toHaveCount(0);
      for (const key of ["ArrowRight", "ArrowLeft"]) {
        await ana.page.keyboard.press(key);
        for (const { page } of [ana, bo, tv])
          await expect(said(page)).toHaveText(key === "ArrowRight" ? crowned : /^Awards Night of/);
      }
      await ana.page.getByRole("button", { name: "Next" }).click();
      for (const { page } of [ana, bo, tv]) await expect(said(page)).toHaveText(crowned);
    });

    await test.step("all screens are at the same moment of the card, a late one too", async () => {
      const late = await bo.page.context().newPage();
      await late.goto(address);
      await expect(said(late)).toHaveText(crowned);
      const began = [];
      for (const page of [ana.page, bo.page, tv.page, late]) began.push(await beganAt(page));
      expect(Math.max(...began) - Math.min(...began)).toBeLessThan(100);
      await late.close();
    });

    await test.step("Bo's phone loses the line for two cards", async () => {
      await bo.page.context().setOffline(true);
      await ana.page.keyboard.press("Space");
      await expect(said(ana.page)).toHaveText("Award 1 of 1: Sunburn of the Week.");
      await expect(ana.page.getByText("Award 1 of 1", { exact: true }).last()).toBeVisible();
      await ana.page.keyboard.press("ArrowRight");
      await expect(said(tv.page)).toHaveText(/^Sunburn of the Week goes to Bo Berg/);
      await bo.page.context().setOffline(false);
    });

    await test.step("all screens end on the medal table", async () => {
      const isLast = ana.page.getByRole("heading", { name: "Tonight’s medals" });
      while (!(await isLast.isVisible())) {
        const before = await said(ana.page).textContent();
        await ana.page.keyboard.press("ArrowRight");
        await expect(said(ana.page)).not.toHaveText(before ?? "");
      }
      const last = await said(ana.page).textContent();
      expect(last).toMatch(/^The medal table: Bo Berg 2 gold/);
      for (const { page } of [bo, tv]) await expect(said(page)).toHaveText(last!);
      await expectAccessible(bo.page, "the medal table");
      await expect(ana.page.getByRole("button", { name: "Back One Card" })).toHaveCount(0);
      const nextTrip = ana.page.getByRole("link", { name: "Next Trip?" });
      await expect(nextTrip).toHaveAttribute("href", `/squads/${squad}?open=trip`);
      await expect(bo.page.getByRole("link", { name: "Next Trip?" })).toHaveCount(0);
    });

    await test.step("the replay goes at one's own pace", async () => {
      await bo.page.getByRole("link", { name: "Replay" }).click();
      await expect(bo.page.getByText("1 of ")).toBeVisible();
      await bo.page.getByRole("button", { name: "Next" }).click();
      await expect(said(bo.page)).toHaveText(crowned);
      await bo.page.keyboard.press("ArrowLeft");
      await expect(said(bo.page)).toHaveText(/^Awards Night of/);
      const again = bo.page.getByRole("button", { name: "Replay" });
      while (!(await again.isVisible())) {
        const before = await said(bo.page).textContent();
        await bo.page.keyboard.press("ArrowRight");
        await expect(said(bo.page)).not.toHaveText(before ?? "");
      }
      await expect(said(bo.page)).toHaveText(/^The medal table/);
      await again.click();
      await expect(said(bo.page)).toHaveText(/^Awards Night of/);
    });

    await test.step("the host turns the TV off", async () => {
      await ana.page.request.delete(`${night}/tv-code`);
      await expect(tv.page.getByText("The show is over. Type another code?")).toBeVisible();
      await expectAccessible(tv.page, "the code of a TV");
    });
  },
);

test(
  "a show that moves by itself turns its cards at the same moment everywhere",
  { tag: "@long" },
  async ({ open }) => {
    const [ana, bo] = [await open("Ana", desktop), await open("Bo", phone)];
    const { trip, night } = await closeNight(ana, bo, { movesByItself: true });
    await send(ana.page.request, "POST", `${night}/close`, { confirm: true });
    await send(ana.page.request, "POST", `${night}/start`, {});
    for (const { page } of [ana, bo]) await page.goto(`/trips/${trip}/night`);
    for (const words of [/^Already crowned/, /^Award 1 of 1: Sunburn/]) {
      for (const { page } of [ana, bo]) await expect(said(page)).toHaveText(words);
      const began = [await beganAt(ana.page), await beganAt(bo.page)];
      expect(Math.abs(began[0]! - began[1]!)).toBeLessThan(100);
    }
  },
);
