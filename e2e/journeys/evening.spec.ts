import type { Page } from "@playwright/test";
import { expectAccessible, expectFitForAll, expectNoSideways } from "../accessible.ts";
import { expectCardWhole, phoneSizes, wideSizes } from "../card-fit.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { linkIn, mailTo } from "../../server/testing/outbox.ts";
import { behindTheScenes, confirmEveryone } from "../behind-the-scenes.ts";
import { addAward } from "../seed-awards.ts";
import { seedTrip, send } from "../seed.ts";

const tvSize = { viewport: { width: 1920, height: 1080 } };
const sealed = "Voting is closed. The envelopes are sealed.";

/** The words of the present card, as screen readers hear them. */
const said = (page: Page) => page.locator(".show-room > [aria-live]");

test("an evening of three friends and a TV, from the letter to the replay", async ({ open, openInTrouble, server }) => {
  const ana = (await open("Ana", desktop)).page;
  const bo = (await openInTrouble("Bo", phone)).page;
  const cleo = (await open("Cleo", desktop)).page;
  // Without a code, the TV's first question about its night is refused.
  const tv = (await openInTrouble("TV", tvSize)).page;
  const screens = [ana, bo, cleo, tv];
  const friends = [ana, bo, cleo];
  const seed = await seedTrip([ana.request, bo.request, cleo.request], 0);
  await confirmEveryone(server);
  for (const [name, look] of [
    ["Camp Chef", { icon: "fas fa-fire", color: "green" }],
    ["Early Bird", { icon: "fas fa-star", color: "blue" }],
  ] as const)
    await addAward(ana.request, seed.trip, name, look);
  const [trip, night, ballot] = ["", "/night", "/awards"].map((page) => `/trips/${seed.trip}${page}`);
  const card = (page: Page, award: string) => page.getByRole("article", { name: award });
  const vote = async (page: Page, award: string, nominee: string) => {
    await card(page, award).getByText(nominee).click();
    await card(page, award).getByRole("button", { name: "Submit Vote" }).click();
    await expect(card(page, award).getByText("Voted", { exact: true })).toBeVisible();
  };

  await test.step("Ana plans the evening", async () => {
    await ana.goto(trip!);
    await ana.getByRole("button", { name: "More about this trip" }).click();
    await ana.getByRole("menuitem", { name: "Plan Awards Night" }).click();
    // On the clock of the browser, as the field has it.
    const soon = await ana.evaluate(() => {
      const at = new Date(Date.now() + 2 * 3_600_000);
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    });
    await ana.getByLabel("Date and time").fill(soon);
    await ana.getByRole("dialog").getByRole("button", { name: "Plan Awards Night" }).click();
    await expect(ana).toHaveURL(night!);
    await expect(ana.getByRole("timer")).toBeVisible();
  });

  await test.step("a letter calls Bo, and his first page counts down", async () => {
    // The crew hears of a plan after some seconds, in which it can be corrected.
    await behindTheScenes(
      server,
      "update jobs.job set start_after = now() where name = 'night-announcements' and state = 'created' and data->>'tripId' = $1",
      [seed.trip],
    );
    const letter = await mailTo(server.dataDir, seed.crew[1]!["email"]!);
    expect(letter.subject).toBe("Awards Night of “Ericeira ’26” is planned");
    expect(letter.text).toContain("Until then 3 awards wait for your vote.");
    expect(letter.attachments.map(({ filename }) => filename)).toEqual(["awards-night.ics"]);
    await bo.goto("/dashboard");
    await expect(bo.getByRole("heading", { name: "Awards Night of Ericeira ’26" })).toBeVisible();
    await expect(bo.getByRole("timer")).toBeVisible();
    await expect(bo.getByText("0 of 3 are done")).toBeVisible();
    await expectFitForAll(bo, "the dashboard before a night");
    await bo.goto(linkIn(letter).href);
    await expect(bo).toHaveURL(night!);
  });

  await test.step("all vote, Bo attaches a line as proof, and Cleo skips an award", async () => {
    for (const page of friends) {
      await page.goto(ballot!);
      await vote(page, "Sunburn of the Week", page === bo ? "Cleo Berg" : "Bo Berg");
      await vote(page, "Camp Chef", page === ana ? "Ana Berg" : page === bo ? "Bo Berg" : "Cleo Berg");
      await card(page, "Early Bird").getByRole("button", { name: "No Idea? Skip" }).click();
      await expect(page.getByText("4 of 4 done")).toBeVisible();
    }
    await send(bo.request, "POST", `/api/categories/${seed.categories[1]}/receipts`, {
      nomineeId: seed.crew[1]!["id"],
      text: "Red like a lobster.",
    });
  });

  await test.step("the TV comes in with the code", async () => {
    await ana.goto(night!);
    await ana.getByRole("button", { name: "Show on a TV" }).click();
    const code = (await ana.getByLabel(/^The code is/).textContent())!;
    await ana.keyboard.press("Escape");
    await tv.goto("/tv");
    await tv.getByLabel("Code").pressSequentially(code);
    await expect(tv.getByRole("timer")).toBeVisible();
    // A remote control goes from link to link. The bars lie behind the night, where nobody sees them.
    for (let press = 0; press < 8; press++) {
      await tv.keyboard.press("Tab");
      await expect(tv.locator("#root :focus")).toHaveCount(0);
    }
  });

  await test.step("Ana closes the vote and starts the show", async () => {
    await bo.goto(night!);
    await cleo.goto(night!);
    await ana.getByRole("button", { name: "Close Voting Now" }).click();
    await ana.getByRole("alertdialog").getByRole("button", { name: "Close Voting Now" }).click();
    for (const page of friends) await expect(page.getByRole("heading", { name: sealed })).toBeVisible();
    await ana.getByRole("button", { name: "Start the Show" }).click();
    for (const page of screens) await expect(said(page)).toHaveText("Awards Night of Ericeira ’26: 3 awards.");
  });

  const heard: string[] = [];
  /** Ana turns to the next card; these pages follow. */
  const turn = async (pages: readonly Page[]) => {
    const before = (await said(ana).textContent())!;
    await ana.keyboard.press("ArrowRight");
    await expect(said(ana)).not.toHaveText(before);
    const words = (await said(ana).textContent())!;
    for (const page of pages) await expect(said(page)).toHaveText(words);
    heard.push(words);
    return words;
  };

  await test.step("every card comes to all screens, though Bo is offline for two", async () => {
    let words = "";
    while (!words.startsWith("The medal table")) {
      const isCut = heard.length === 3;
      if (isCut) {
        await bo.context().setOffline(true);
        await expect(bo.getByText("No connection. You will catch up by yourself.")).toBeVisible();
        await expect(bo.getByRole("button", { name: "Fire" })).toBeDisabled();
        await expectNoSideways(bo, "a show without a connection");
        await turn([cleo, tv]);
        await turn([cleo, tv]);
        await bo.context().setOffline(false);
        await expect(said(bo)).toHaveText(heard.at(-1)!);
        await expect(bo.getByText("No connection.")).toBeHidden();
        await expect(bo.getByRole("button", { name: "Fire" })).toBeEnabled();
      }
      words = await turn(screens);
      await expectNoSideways(bo, words);
      await expectCardWhole(bo, words, phoneSizes.slice(0, 1));
      await expectCardWhole(tv, words, wideSizes.slice(0, 1));
      if (/goes to|place|crowned|belongs/.test(words)) await expectAccessible(bo, words);
    }
    expect(heard).toContain("Already crowned: Best Wipeout, Bo Berg.");
    expect(heard.filter((line) => line.startsWith("Award "))).toHaveLength(3);
    expect(heard).toContain("Early Bird: Too few voted to keep it secret.");
    expect(heard).toContain("Sunburn of the Week goes to Bo Berg! The proof: “Red like a lobster.”");
    expect(heard.join("\n")).toContain("Camp Chef goes to Ana Berg, Bo Berg and Cleo Berg!");
    expect(heard.at(-2)).toBe("The night belongs to Bo Berg: 3 gold medals!");
  });

  await test.step("the pictures can be shared, and the results are out", async () => {
    const [picture] = await Promise.all([
      ana.waitForEvent("download"),
      ana.getByRole("button", { name: /Medal Table/ }).click(),
    ]);
    expect(picture.suggestedFilename()).toMatch(/\.png$/);
    await ana.goto(night!);
    const pictures = ana.getByRole("region", { name: "Pictures to share" });
    const widthOf = () =>
      pictures
        .getByRole("img")
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(widthOf).toBeGreaterThan(0);
    await expectAccessible(ana, "pictures to share");
    const [saved] = await Promise.all([
      ana.waitForEvent("download"),
      pictures.getByRole("button", { name: /Sunburn of the Week/ }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("Sunburn of the Week.png");
    await ana.getByRole("link", { name: "Replay" }).click();
    await expect(said(ana)).toHaveText("Awards Night of Ericeira ’26: 3 awards.");
    for (let words = ""; !words.startsWith("Sunburn of the Week goes to");) words = await turn([]);
    const [shared] = await Promise.all([
      ana.waitForEvent("download"),
      ana.getByRole("button", { name: "Share: Sunburn of the Week" }).click(),
    ]);
    expect(shared.suggestedFilename()).toBe("Sunburn of the Week.png");
    await cleo.goto(`/trips/${seed.trip}/leaderboard`);
    await expect(cleo.getByText("Bo Berg").first()).toBeVisible();
    // With fewer than five voters, counts would tell who chose whom.
    await cleo.goto(`/trips/${seed.trip}/leaderboard?award=${seed.categories[1]}`);
    const award = cleo.getByRole("tabpanel", { name: "Sunburn of the Week" });
    await expect(award.getByText("Bo Berg")).toBeVisible();
    await expect(award.getByText(/\d votes?/)).toHaveCount(0);
    await expect(cleo.getByText("total votes")).toHaveCount(0);
  });

  await test.step("the first page says whose night it was, and leads to the replay", async () => {
    // While the trip runs, its photos come first.
    const yesterday = new Date(Date.now() - 86_400_000).toJSON();
    const days = { startDate: yesterday, endDate: yesterday };
    await send(ana.request, "PUT", `/api${trip}`, { name: "Ericeira ’26", location: "Ericeira", ...days });
    await cleo.goto("/dashboard");
    await expect(cleo.getByText("Bo took three")).toBeVisible();
    await cleo.getByRole("link", { name: "Replay" }).click();
    await expect(said(cleo)).toHaveText(/^Awards Night of Ericeira ’26: /);
    let words = (await said(cleo).textContent())!;
    while (!words.startsWith("The medal table")) {
      await cleo.keyboard.press("ArrowRight");
      await expect(said(cleo)).not.toHaveText(words);
      words = (await said(cleo).textContent())!;
    }
  });
});
