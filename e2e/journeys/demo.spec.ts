import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { type Person, desktop, expect, phone, test } from "../fixtures.ts";
import { addTrip } from "../seed-awards.ts";
import { register, send } from "../seed.ts";

test.use({ actionTimeout: 15_000 });

const squad = "Demo: Dawn Patrol";
const trip = "Arrifana ’25";

/** The awards that wait for the newcomer's ballot. */
const awards = [
  "Best Wipeout",
  "Wave of the Trip",
  "Camp Chef",
  "Sunburn of the Week",
  "Best Shot",
  "Loudest Laugh",
  "Newest Legend",
];

/** Votes for Lupe on the ballot of the example. */
async function voteFor(page: Page, award: string) {
  const card = page.getByRole("article", { name: award });
  // The nominees of an award render when it comes near.
  await card.scrollIntoViewIfNeeded();
  await card.locator("label", { hasText: "Lupe Ortiz" }).click();
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith("/vote") && response.ok()),
    card.getByRole("button", { name: "Submit Vote" }).click(),
  ]);
}

const heading = ({ page }: Person, name: string) => page.getByRole("heading", { name, exact: true });

/** Registers a person and waits until the dashboard shows the example. */
async function arrive(person: Person) {
  await register(person.page.request, person.firstName);
  await person.page.goto("/");
  await expect(heading(person, squad)).toBeVisible();
}

test("a newcomer reads that an example is coming, and gets a trip with photos", async ({ openInTrouble, trouble }) => {
  const ana = await openInTrouble("Ana", desktop);
  const { page } = ana;
  await register(page.request, "Ana");
  await trouble.waiting("media_places", async () => {
    await page.goto("/");
    await expect(page.getByRole("status").filter({ hasText: "Waxing the boards..." })).toBeVisible();
  });
  await expect(heading(ana, squad)).toBeVisible();
  await expect(page.getByText("Waxing the boards...")).toBeHidden();
  await expect(heading(ana, trip)).toHaveCount(2);
  await expect(page.getByText("Example", { exact: true })).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Welcome, Ana!" })).toBeVisible();
  await expect(page.getByText("Look around the example")).toBeVisible();
  await expect(page.locator("#gallery img")).toHaveCount(12);
  await page.getByRole("button", { name: `More for ${trip}` }).click();
  await expect(page.getByRole("menuitem", { name: "Edit Crew" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Invite Members" })).toBeHidden();
  await page.keyboard.press("Escape");

  await test.step("its trip has photos, moods and awards to vote on", async () => {
    await page.getByRole("link", { name: trip, exact: true }).first().click();
    await expect(page.getByRole("heading", { name: trip, level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Gallery 24" })).toBeVisible();
    await expect(page.getByText("stoked").first()).toBeVisible();
    await page.getByRole("link", { name: "Vote on Awards" }).first().click();
    await expect(page.getByText("3 of 10 done · results come out at Awards Night, when you have voted")).toBeVisible();
    await expect(page.getByText("Voting Complete!", { exact: true })).toHaveCount(3);
    await voteFor(page, "Best Wipeout");
    await expect(page.getByText("4 of 10 done")).toBeVisible();
  });
});

// Over two seconds: it votes on seven awards, as a newcomer does.
test("the last vote closes the example's night, and its friends cheer the show", async ({ open }) => {
  const fay = await open("Fay", phone);
  const { page } = fay;
  await arrive(fay);
  const [{ id }] = (await send(page.request, "GET", "/api/trips")) as unknown as [{ id: string }];
  const [night, calls] = [`/trips/${id}/night`, `/api/trips/${id}/night`];

  await test.step("its page has no time, and waits for one ballot", async () => {
    await page.goto(night);
    await expect(page.getByRole("heading", { name: "Opens when you have voted" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Fay Berg" })).toBeVisible();
    await expect(page.getByRole("timer")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Add to Calendar" })).toHaveCount(0);
    await expectFitForAll(page, "the example's night");
  });

  await test.step("seven votes close it", async () => {
    await page.getByRole("link", { name: "Vote on Awards" }).click();
    for (const award of awards) await voteFor(page, award);
    await expect(page.getByText("Voting is closed: see you at Awards Night").first()).toBeVisible();
    await page.getByRole("link", { name: "Awards Night", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Voting is closed. The envelopes are sealed." })).toBeVisible();
    await expectFitForAll(page, "the example's closed night");
  });

  await test.step("the newcomer hosts the show to its last card, and friends react", async () => {
    const emoji = page.locator(".show-floats > span");
    const said = page.locator(".show-room > [aria-live]");
    await page.getByRole("button", { name: "Start the Show" }).click();
    await expect(said).toHaveText(/^Awards Night of Arrifana ’25/);
    await expect(emoji.first()).toBeAttached();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(said).not.toHaveText(/^Awards Night of Arrifana ’25/);
    let show = { position: 1, isLast: false };
    while (!show.isLast)
      show = (await send(page.request, "POST", `${calls}/next`, { position: show.position })) as unknown as typeof show;
    await expect(page.getByRole("heading", { name: "Tonight’s medals" })).toBeVisible();
    await expect(emoji.first()).toBeAttached();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page).toHaveURL(`/trips/${id}`);
  });
});

test("a person removes the example for good, after a confirmation", { tag: "@long" }, async ({ open }) => {
  const bo = await open("Bo", desktop);
  const { page } = bo;
  await arrive(bo);
  await page.getByRole("link", { name: squad, exact: true }).first().click();
  await expect(page.getByText("Your example squad")).toBeVisible();
  await expect(page.getByText("Only you see this squad.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite Members" })).toBeHidden();
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeHidden();
  await expect(page.getByText("Squad Leader")).toHaveCount(1);

  const remove = page.getByRole("button", { name: "Remove Demo" });
  await remove.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Remove demo?" });
  await expect(dialog).toBeVisible();
  await expectFitForAll(page, "remove demo");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/squads$/);
  await expect(page.getByText("The demo was removed").first()).toBeVisible();
  await expect(page.getByText("No squad yet")).toBeVisible();

  await page.goto("/");
  await expect(page.getByText("No squad yet")).toBeVisible();
  await expect(page.getByText("Waxing the boards...")).toBeHidden();
  await page.reload();
  await expect(page.getByText("Every legend starts with a squad.")).toBeVisible();
  for (const name of ["Recent Memories", "Your Trips"])
    await expect(page.getByRole("region", { name }), name).toHaveCount(0);
});

test("a person reads that the example failed, and tries again", async ({ openInTrouble, trouble }) => {
  const cleo = await openInTrouble("Cleo", phone);
  const { page } = cleo;
  await register(page.request, "Cleo");
  await trouble.noWrites("trips", async () => {
    await page.goto("/");
    await expect(page.getByText("Failed to initialize demo data").first()).toBeVisible();
    await expect(page.getByText("Error", { exact: true }).first()).toBeVisible();
    await expect(page.getByText("No squad yet")).toBeVisible();
    await expectFitForAll(page, "demo that failed");
  });
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(heading(cleo, squad)).toBeVisible();
});

test("a squad of one's own stands first, and the example second", async ({ open }) => {
  const { page } = await open("Gus", phone);
  await register(page.request, "Gus");
  const { id } = await send(page.request, "POST", "/api/squads", { name: "Night Shift" });
  await page.goto("/");
  await expect(page.locator("#squads h2")).toHaveText(["Your Squads", "Night Shift", squad]);
  await expect(page.getByText("Now bring your crew.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Invite Members" })).toHaveAttribute("href", `/squads/${id}?open=invite`);
  await expect(page.locator("main .bg-action").filter({ hasText: /\w/ })).toHaveText(["Invite Members"]);
  await expect(page.getByRole("region", { name: "Your Trips" }).getByRole("heading", { name: trip })).toBeVisible();
  await expectFitForAll(page, "a squad beside the example");
});

test("only people without a trip get an example, and only its owner sees it", async ({ open, openInTrouble }) => {
  const [dora, eve] = [await open("Dora"), await openInTrouble("Eve")];
  await arrive(dora);
  await register(eve.page.request, "Eve");
  const own = await send(eve.page.request, "POST", "/api/squads", { name: "Night Shift" });
  await addTrip(eve.page.request, { name: "Peniche", squad: own["id"] });
  await eve.page.goto("/");
  await expect(heading(eve, "Night Shift")).toBeVisible();
  await expect(heading(eve, squad)).toHaveCount(0);
  await expect(eve.page.getByText("Waxing the boards...")).toBeHidden();
  const [mine] = (await send(dora.page.request, "GET", "/api/squads")) as unknown as { id: string }[];
  await eve.page.goto(`/squads/${mine!.id}`);
  await expect(eve.page.getByRole("heading", { name: "Squad not found" })).toBeVisible();
  await eve.page.goto(`/join-squad/${mine!.id}`);
  await expect(eve.page.getByText("Join Failed").first()).toBeVisible();

  await dora.page.goto("/members");
  await expect(dora.page.getByText("No crew members found")).toBeVisible();
  await expect(dora.page.getByText("Kai Mendes")).toBeHidden();
});
