import type { Page } from "@playwright/test";
import { expectFitForAll, expectNoSideways } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { expectSteady, watchShifts } from "../layout-shift.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { addAward, castVote } from "../seed-awards.ts";
import { makeNamesLong, seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";
import { nextYearsEvening } from "../../server/testing/evening.ts";

/** As a field for a date and a time shows it. */
const evening = nextYearsEvening.slice(0, "2090-07-12T20:00".length);

const sunburn = "Sunburn of the Week";
const chef = "Camp Chef";
const card = (page: Page, award: string) => page.getByRole("article", { name: award });
const sealed = "Voting is closed. The envelopes are sealed.";

for (const [look, options] of [
  ["a phone", phone],
  ["a desktop", desktop],
] as const) {
  // The refusal that asks for a confirmation stands in the console of the browser.
  test(
    `a crew plans its Awards Night, votes and starts the show on ${look}`,
    options === desktop ? { tag: "@long" } : {},
    async ({ openInTrouble: open }) => {
      const [ana, bo] = [(await open("Ana", options)).page, (await open("Bo", options)).page];
      const others = [(await open("Cleo")).page.request, (await open("Dora")).page.request];
      const seed = await seedTrip([ana.request, bo.request, ...others], 0);
      const chefAward = await addAward(ana.request, seed.trip, chef);
      const [trip, night, ballot] = ["", "/night", "/awards"].map((page) => `/trips/${seed.trip}${page}`);
      await watchShifts(ana);

      await test.step("an organizer plans the night in the menu of the trip", async () => {
        await ana.goto(trip!);
        await ana.getByRole("button", { name: "More about this trip" }).click();
        await ana.getByRole("menuitem", { name: "Plan Awards Night" }).click();
        const dialog = ana.getByRole("dialog", { name: "Plan Awards Night" });
        await expect(dialog.getByText("One is out already. It gets one card.")).toBeVisible();
        await expectFitForAll(ana, "the plan");
        await dialog.getByLabel("Date and time").fill("2020-07-12T20:00");
        await dialog.getByRole("button", { name: "Plan Awards Night" }).click();
        await expect(dialog.getByText("Please choose a time in the future")).toBeVisible();
        await dialog.getByLabel("Date and time").fill(evening);
        await dialog.getByLabel("Time zone").selectOption("Asia/Tokyo");
        await dialog.getByRole("checkbox", { name: "No votes for yourself" }).check();
        await dialog.getByRole("button", { name: "Plan Awards Night" }).click();
        await expect(ana).toHaveURL(night!);
        await expectToast(ana, "Awards Night is planned!");
      });

      await test.step("its page counts down and says who has voted", async () => {
        await expectSteady(ana, night!, () => expect(ana.getByText("0 of 4 are done")).toBeVisible());
        await expect(ana.getByText("0 of 8 answers are in")).toBeVisible();
        await expect(ana.locator("time")).toHaveText(/12 Jul, 20:00, Tokyo time/);
        await expect(ana.getByRole("timer")).toContainText("days left");
        await expect(ana.getByText("Nobody in the crew can see who voted for whom, now or later.")).toBeVisible();
        await expect(ana.getByRole("listitem").filter({ hasText: "Bo Berg" })).toBeVisible();
        await expect(ana.getByRole("link", { name: "Vote on Awards" })).toHaveAttribute("href", ballot!);
        await expectFitForAll(ana, "the planned night");
        const [calendar] = await Promise.all([
          ana.waitForEvent("download"),
          ana.getByRole("link", { name: "Add to Calendar" }).click(),
        ]);
        expect(calendar.suggestedFilename()).toBe("awards-night.ics");
      });

      await test.step("a voter skips an award, votes on it after all, and cannot choose themselves", async () => {
        await bo.goto(ballot!);
        await expect(bo.getByText(/1 of 3 done · results come out at Awards Night, .*12 Jul/)).toBeVisible();
        await expect(card(bo, sunburn).getByRole("radio")).toHaveCount(3);
        await card(bo, chef).getByRole("button", { name: "No Idea? Skip" }).click();
        await expect(bo.getByText("2 of 3 done")).toBeVisible();
        await bo.reload();
        await expect(card(bo, chef).getByRole("button", { name: "Skipped" })).toBeDisabled();
        await expect(card(bo, chef).getByText("1 of 4 have answered")).toBeVisible();
        for (const award of [chef, sunburn]) {
          await card(bo, award).getByText("Ana Berg").click();
          await card(bo, award).getByRole("button", { name: "Submit Vote" }).click();
          await expect(card(bo, award).getByText("Voted", { exact: true })).toBeVisible();
        }
        await expectFitForAll(bo, "the ballot of a night");
        await bo.getByRole("link", { name: "Awards Night", exact: true }).click();
        await expect(bo.getByText("You are done. See you at Awards Night!")).toBeVisible();
        await expect(ana.getByText("1 of 4 is done")).toBeVisible();
        await expect(ana.getByText("2 of 8 answers are in")).toBeVisible();
      });

      await test.step("the plan can change until the vote closes", async () => {
        await ana.getByRole("button", { name: "More about this night" }).click();
        await ana.getByRole("menuitem", { name: "Change the Plan" }).click();
        const dialog = ana.getByRole("dialog", { name: "Change the Plan" });
        await expect(dialog.getByLabel("Date and time")).toHaveValue(evening);
        await expect(dialog.getByRole("checkbox", { name: "No votes for yourself" })).toBeChecked();
        await dialog.getByLabel("Date and time").fill(evening.replace("20:00", "21:30"));
        await dialog.getByRole("button", { name: "Save the Plan" }).click();
        await expect(bo.locator("time")).toHaveText(/12 Jul, 21:30, Tokyo time/);
      });

      await test.step("the host closes the vote after reading who has not voted", async () => {
        const close = ana.getByRole("button", { name: "Close Voting Now" });
        await close.click();
        await expectToast(ana, "The vote is still open", "So few answers would end uncounted. Wait for three.");
        for (const request of others)
          for (const award of [chefAward, seed.categories[1]!]) await castVote(request, award, seed.crew[0]!);
        await expect(ana.getByText("3 of 4 are done")).toBeVisible();
        await close.click();
        const question = ana.getByRole("alertdialog");
        await expect(question).toContainText("You have not answered every award. Close the vote all the same?");
        await question.getByRole("button", { name: "Cancel" }).click();
        await close.click();
        await question.getByRole("button", { name: "Close Voting Now" }).click();
        for (const page of [ana, bo]) await expect(page.getByRole("heading", { name: sealed })).toBeVisible();
        await expect(bo.getByText("Waiting for the host to start.")).toBeVisible();
        await expect(bo.getByText("Your choice was destroyed when voting closed.")).toBeVisible();
        await expectFitForAll(ana, "the closed night");
      });

      await test.step("the choices are gone from the ballot", async () => {
        await bo.goto(ballot!);
        await expect(bo.getByText("Voting is closed: see you at Awards Night")).toBeVisible();
        const destroyed = "Your choice is destroyed. Nobody can read it, not even you.";
        await expect(card(bo, chef).getByText(destroyed)).toBeVisible();
        await expect(bo.getByRole("radio")).toHaveCount(0);
        await bo.goto(trip!);
        await expect(bo.getByRole("link", { name: "See You at Awards Night" })).toBeVisible();
      });

      await test.step("the start calls everybody into the show", async () => {
        await ana.getByRole("button", { name: "Start the Show" }).click();
        await expect(ana.getByText(sealed)).toBeHidden();
        await expect(bo.getByText("The show is on now")).toBeVisible();
        await expect(bo.getByRole("link", { name: "Join the Show" })).toHaveAttribute("href", night!);
        await bo.goto("/dashboard");
        await bo.getByRole("link", { name: "Join the Show" }).first().click();
        await expect(bo).toHaveURL(night!);
        await expect(bo.getByText(sealed)).toBeHidden();
      });

      await test.step("after the last card the results are out, and no reveal repeats them", async () => {
        const api = `/api${trip!}/night`;
        const showing = async () =>
          (await (await ana.request.get(api)).json()).night.show as { position: number; isLast: boolean };
        for (let show = await showing(); !show.isLast; show = await showing())
          await send(ana.request, "POST", `${api}/next`, { position: show.position });
        await bo.goto(ballot!);
        await expect(bo.getByText("Every award has found its legend.")).toBeVisible();
        await expect(bo.getByText("Result is in")).toHaveCount(0);
        await expect(bo.getByRole("dialog")).toHaveCount(0);
        await bo.goto(night!);
        await expect(bo.getByText("Awards Night is over")).toBeVisible();
        // The plan was for a later year.
        await expect(bo.locator("time")).toHaveText(/^Held on \d+ \w+$/);
        await expect(bo.getByRole("link", { name: "Replay" })).toHaveAttribute("href", `${night!}?replay`);
        await expectFitForAll(bo, "the night that is over");
      });
    },
  );
}

test("an organizer calls the night off, and the plain rules are back", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [(await open("Ana")).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const night = `/trips/${seed.trip}/night`;
  await bo.goto(night);
  await expect(bo.getByText("The organizers of this trip can plan one.")).toBeVisible();
  await ana.goto(night);
  await ana.getByRole("button", { name: "Plan Awards Night" }).click();
  await ana.getByRole("dialog").getByRole("button", { name: "Plan Awards Night" }).click();
  await expect(bo.getByRole("timer")).toBeVisible();
  await ana.getByRole("button", { name: "More about this night" }).click();
  await ana.getByRole("menuitem", { name: "Call It Off" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Call It Off" }).click();
  for (const page of [ana, bo]) await expect(page.getByText("No Awards Night yet")).toBeVisible();
  await bo.goto(`/trips/${seed.trip}/awards`);
  await expect(bo.getByText("1 of 2 done · results open when all 2 have voted")).toBeVisible();
  await expect(bo.getByRole("button", { name: "No Idea? Skip" })).toHaveCount(0);
});

test("the vote closes by itself when the time has come, and late votes are refused", async ({
  openInTrouble: open,
  server,
}) => {
  const [ana, bo] = [(await open("Ana")).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  await bo.goto(`/trips/${seed.trip}/awards`);
  const plan = (seconds: number) => ({
    startsAt: new Date(Date.now() + seconds * 1000).toJSON(),
    timeZone: "Europe/Lisbon",
  });
  await send(ana.request, "POST", `/api/trips/${seed.trip}/night`, plan(3600));
  await ana.goto(`/trips/${seed.trip}/night`);
  await expect(ana.getByRole("timer")).toContainText("Less than an hour left");
  await expect(card(bo, sunburn).getByRole("button", { name: "No Idea? Skip" })).toBeVisible();
  // Nothing more reaches the ballot, so that it cannot know that the time has come.
  await bo.route("**/ballot", (route) => route.abort());
  // Nobody plans a night for so soon; a change that keeps its time tells the server of it.
  const soon = plan(4);
  await behindTheScenes(server, "update nights set starts_at = $1 where trip_id = $2", [soon.startsAt, seed.trip]);
  await send(ana.request, "PUT", `/api/trips/${seed.trip}/night`, soon);
  await expect(ana.getByRole("heading", { name: sealed })).toBeVisible();
  await expect(ana.getByRole("button", { name: "Start the Show" })).toBeVisible();
  await card(bo, sunburn).getByText("Ana Berg").click();
  await card(bo, sunburn).getByRole("button", { name: "Submit Vote" }).click();
  await expectToast(bo, "Failed to cast vote", "Voting is closed: see you at Awards Night");
});

test("long names push nothing off the pages of a night", { tag: "@long" }, async ({ open }) => {
  const [ana, bo, long] = [(await open("Ana", phone)).page, (await open("Bo")).page, (await open("Long")).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  await makeNamesLong(seed, ana.request, long.request);
  const trip = `/trips/${seed.trip}`;
  const plan = { startsAt: nextYearsEvening, timeZone: "America/Argentina/ComodRivadavia", startsByItself: true };
  await send(ana.request, "POST", `/api${trip}/night`, plan);
  const inspect = async (stage: string) => {
    for (const url of [trip, `${trip}/night`, `${trip}/awards`, `${trip}/leaderboard`]) {
      await ana.goto(url);
      await expect(ana.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNoSideways(ana, `${url}, ${stage}`);
    }
  };
  await inspect("planned");
  for (const page of [ana, bo, long]) await castVote(page.request, seed.categories[1]!, seed.crew[0]!);
  await send(ana.request, "POST", `/api${trip}/night/close`, { confirm: true });
  await inspect("closed");
});
