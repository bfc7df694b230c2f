import { expectFitForAll } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { addAward, addTrip } from "../seed-awards.ts";
import { addPhoto, register, seedTrip, send } from "../seed.ts";
import { photo } from "../app.ts";

test.use({ actionTimeout: 15_000 });

const trip = "Ericeira ’26";

/** How many pixels the rows of a list leave free at their right ends, each number once. */
function endsOfRows(list: Element): number[] {
  const ends = new Map<number, number>();
  for (const one of list.children) {
    const { top, right, width } = one.getBoundingClientRect();
    if (width > 0) ends.set(top, right);
  }
  return [...new Set([...ends.values()].map((right) => Math.round(list.getBoundingClientRect().right - right)))];
}

test("the dashboard greets, counts, and shows squads, trips and latest photos", async ({ open, trouble }) => {
  const ana = await open("Ana", desktop);
  const { page } = ana;
  const seed = await seedTrip([page.request], 13);

  await test.step("a skeleton shows while it loads", async () => {
    await trouble.waiting("squads", async () => {
      await page.goto("/");
      await expect(page.getByText("Loading your adventure...")).toBeAttached();
    });
  });
  await expect(page.getByRole("heading", { name: "Welcome back, Ana!", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: trip, level: 2 })).toBeVisible();
  await expect(page.getByText("On right now.")).toBeVisible();
  await expect(page.getByText("Day 4 of 8")).toBeVisible();
  await expect(page.getByText("Ana added photos last")).toBeVisible();
  await page.mouse.click(1000, 200);
  await expect(page, "the picture leads to the trip").toHaveURL(`/trips/${seed.trip}`);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Invite Members" })).toHaveAttribute(
    "href",
    `/trips/${seed.trip}?open=invite`,
  );
  await expect(page.getByRole("link", { name: "1 award left" })).toHaveAttribute("href", `/trips/${seed.trip}/awards`);

  await test.step("the figures are the viewer's own, in the singular for one and left out for none", async () => {
    const figures = page.locator("dl[aria-label='In numbers'] > div");
    await expect(figures).toHaveText(["trip1", "photos13", "awards2"]);
  });

  await test.step("the squad's card leads to the squad", async () => {
    const squads = page.getByRole("region", { name: "Your Squads" });
    await expect(squads.getByText("1 member · 1 adventure")).toBeVisible();
    await expect(squads.getByText("Admin", { exact: true })).toBeVisible();
    await expect(squads.getByRole("link", { name: "Dawn Patrol", exact: true })).toHaveAttribute(
      "href",
      `/squads/${seed.squad}`,
    );
  });

  await test.step("the twelve latest photos open in their trips", async () => {
    const memories = page.getByRole("region", { name: "Recent Memories" });
    await expect(memories.locator("img:visible")).toHaveCount(12);
    for (const width of [390, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await memories.locator("ul").evaluate(endsOfRows), `${width} px`).toEqual([0]);
    }
    await memories.getByRole("link").first().click();
    await expect(page.getByRole("dialog", { name: "Photo viewer" })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/trips/${seed.trip}\\?photo=`));
    await page.goBack();
    await expect(memories).toBeVisible();
  });

  await test.step("the footer links to the main pages and the contact address", async () => {
    const footer = page.getByRole("contentinfo");
    for (const name of ["Home", "Create Squad", "Find Squad", "Privacy Policy", "Terms of Service"])
      await expect(footer.getByRole("link", { name, exact: true })).toBeVisible();
    await expect(footer.getByRole("link", { name: "Contact Us" })).toHaveAttribute("href", /^mailto:/);
    await expect(footer.getByText("2024")).toBeVisible();
  });

  await test.step("once a friend is on the crew, the step to take is to add photos", async () => {
    const bo = await open("Bo");
    await register(bo.page.request, "Bo");
    await send(bo.page.request, "POST", `/api/trips/${seed.squad}/join`, { invite: seed.invite });
    await expect(page.getByRole("link", { name: "Add Photos" })).toHaveAttribute(
      "href",
      `/trips/${seed.trip}?open=upload`,
    );
  });
});

test("the menu of a trip card opens dialogs by keyboard, and the leaderboard", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Bo", desktop);
  const seed = await seedTrip([page.request], 0);
  await page.goto("/");
  const trips = page.getByRole("region", { name: "Your Trips" });
  const vote = trips.getByRole("link", { name: "Vote on Awards" });
  await expect(vote).toHaveAttribute("href", `/trips/${seed.trip}/awards`);
  await expect(trips.getByRole("link", { name: "View Trip" })).toHaveAttribute("href", `/trips/${seed.trip}`);

  const more = page.getByRole("button", { name: `More for ${trip}` });
  await more.focus();
  await page.keyboard.press("Enter");
  const entries = page.getByRole("menuitem");
  await expect(entries).toHaveText([
    "Edit Crew",
    "Edit",
    "Invite Members",
    "Awards settings",
    "Vote on Awards",
    "Leaderboards",
  ]);
  await expectFitForAll(page, "trip menu");
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();

  const opens: readonly (readonly [string, string])[] = [
    ["Edit Crew", "Edit Crew"],
    ["Edit", "Edit Trip"],
    ["Invite Members", "Invite Members"],
    ["Awards settings", trip],
  ];
  for (const [entry, title] of opens) {
    await more.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: entry, exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(
      page
        .getByRole("dialog")
        .getByRole("heading", { name: new RegExp(title) })
        .first(),
    ).toBeVisible();
    await expect(page).toHaveURL("/");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(more).toBeFocused();
  }
  await more.click();
  await page.getByRole("menuitem", { name: "Leaderboards" }).click();
  await expect(page).toHaveURL(`/trips/${seed.trip}/leaderboard`);
});

test("the trip card offers to view the awards once the viewer has voted on all", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Cleo", phone);
  const seed = await seedTrip([page.request], 0);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Vote on Awards" })).toBeVisible();
  await send(page.request, "POST", `/api/categories/${seed.categories[1]}/vote`, { nomineeId: seed.crew[0]!["id"] });
  await expect(page.getByRole("link", { name: "View Awards" })).toHaveAttribute("href", `/trips/${seed.trip}/awards`);
  await expect(page.getByRole("link", { name: "Vote on Awards" })).toBeHidden();
});

test("the trips after the nearest twenty come by scrolling, and stay right", async ({ open }) => {
  const { page } = await open("Fay", phone);
  const seed = await seedTrip([page.request], 0);
  const day = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const makeTrip = (name: string, start: number) =>
    send(page.request, "POST", "/api/trips", {
      squadId: seed.squad,
      name,
      location: "Lofoten",
      startDate: day(start),
      endDate: day(start + 1),
    });
  // After the running one: ten to come, then nineteen past ones.
  const names = Array.from({ length: 29 }, (_, n) => (n < 10 ? `Coming ${n + 1}` : `Past ${n - 9}`));
  for (const [n, name] of names.entries()) await makeTrip(name, n < 10 ? n * 9 + 2 : (n - 10) * -9 - 5);
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/trips?")) fetched.push(request.url());
  });
  await page.goto("/");
  const cards = page.getByRole("region", { name: "Your Trips" }).getByRole("heading", { level: 3 });
  // The head has the running one.
  await expect(cards).toHaveText(names.slice(0, 19));
  await expect(page.locator("dl[aria-label='In numbers'] > div").first()).toContainText("30");
  expect(fetched).toEqual([]);

  await test.step("scrolling brings the rest", async () => {
    await cards.nth(18).scrollIntoViewIfNeeded();
    await expect(cards).toHaveText(names);
    await cards.last().scrollIntoViewIfNeeded();
    await expect(cards.last()).toBeInViewport();
    expect(fetched).toHaveLength(1);
    await expectFitForAll(page, "dashboard with thirty trips");
  });

  await test.step("a new trip appears in its place, and none is lost", async () => {
    await makeTrip("Tomorrow", 1);
    await expect(cards).toHaveText(["Tomorrow", ...names]);
  });

  await test.step("a far trip can be edited, with its own fields", async () => {
    await page.getByRole("button", { name: "More for Past 19" }).click();
    await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Location")).toHaveValue("Lofoten");
    await page.getByLabel("Trip Name").fill("Long Ago");
    await page.getByRole("button", { name: "Update Trip" }).click();
    await expect(cards.last()).toHaveText("Long Ago");
  });

  await test.step("going back returns to the same place", async () => {
    await cards.last().click();
    await expect(page.getByRole("heading", { name: "Long Ago", level: 1 })).toBeVisible();
    await page.goBack();
    await expect(cards.last()).toBeInViewport();
    await expect(cards).toHaveCount(30);
  });
});

test("the head's trip is not told twice, and the buttons of cards stand in one line", async ({ open }) => {
  const { page } = await open("Gil", desktop);
  const seed = await seedTrip([page.request], 0);
  await addTrip(page.request, { name: "Soon", squad: seed.squad, from: "2090-01-02", to: "2090-01-05" });
  const later = await addTrip(page.request, { name: "Later", squad: seed.squad, from: "2091-01-02", to: "2091-01-05" });
  await addAward(page.request, later, "Best Wipeout");
  const over = await addTrip(page.request, { name: "Over", squad: seed.squad, from: "2020-01-02", to: "2020-01-05" });
  await addAward(page.request, over, "Best Wipeout");
  await page.goto("/");
  const cards = page.getByRole("region", { name: "Your Trips" }).getByRole("listitem");
  await expect(cards.getByRole("heading", { level: 3 })).toHaveText(["Soon", "Later", "Over"]);
  await expect(page.getByRole("heading", { name: trip })).toHaveCount(1);
  for (const width of [320, 640, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await cards.evaluateAll((all) =>
      all.map((card) => ({
        top: card.getBoundingClientRect().top,
        buttons: [...card.querySelectorAll("a:not(h3 > a)")].map((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return `${Math.round(top)} to ${Math.round(bottom)}`;
        }),
      })),
    );
    for (const { top, buttons } of lines) {
      expect(buttons, `${width} px`).toHaveLength(2);
      const row = lines.filter((one) => one.top === top).flatMap((one) => one.buttons);
      expect(new Set(row).size, `${width} px`).toBe(1);
    }
  }
});

test("an empty dashboard says so once, and new trips and photos appear by themselves", async ({
  open,
  openInTrouble,
}) => {
  // The example's pictures are deleted while they load.
  const [{ page }, bo] = [await openInTrouble("Dora", phone), await open("Bo")];
  await register(page.request, "Dora");
  const squad = await send(page.request, "POST", "/api/squads", { name: "Night Shift" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Demo: Dawn Patrol" })).toBeVisible();
  expect((await page.request.delete("/api/demo")).status()).toBe(204);
  await expect(page.getByText("Now bring your crew.")).toBeVisible();
  for (const name of ["Recent Memories", "Your Trips"])
    await expect(page.getByRole("region", { name }), name).toHaveCount(0);
  await expectFitForAll(page, "empty dashboard");

  await register(bo.page.request, "Bo");
  const { squad: shown } = await send(page.request, "GET", `/api/squads/${squad["id"]}`);
  const { inviteUrl } = shown as unknown as { inviteUrl: string };
  const invite = new URL(inviteUrl).searchParams.get("invite");
  await send(bo.page.request, "POST", `/api/trips/${squad["id"]}/join`, { invite });
  await expect(page.getByText("No trip on the horizon.")).toBeVisible();
  await expect(page.getByRole("link", { name: "New Trip" })).toHaveCount(1);
  const startDate = "2027-06-01";
  const made = await send(page.request, "POST", "/api/trips", {
    squadId: squad["id"],
    name: "Far Away",
    location: "Lofoten",
    startDate,
    endDate: "2027-06-08",
  });
  await addPhoto(page.request, made["id"]!, photo("wave.png", [18, 147, 143]));
  await expect(page.getByRole("heading", { name: "Far Away", level: 2 })).toBeVisible();
  await expect(page.getByText(/more sleeps/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Recent Memories" }).getByRole("img")).toHaveCount(1);
});

test("a dashboard that cannot load says so and can be loaded again", async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Eve", phone);
  await seedTrip([page.request], 0);
  await trouble.noTable("squads", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Your squads did not come through" })).toBeVisible();
    await expectFitForAll(page, "dashboard in trouble");
  });
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back, Ana!" })).toBeVisible();
});
