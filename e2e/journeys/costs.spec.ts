import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { chooseOnTrip } from "../app.ts";
import { addCrowd } from "../behind-the-scenes.ts";
import { type Person, desktop, expect, phone, test } from "../fixtures.ts";
import { expectSteady, watchShifts } from "../layout-shift.ts";
import { register, seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

type Crew = readonly Readonly<Record<string, string>>[];

/** Enters a dinner that the first of the crew paid for everybody. */
const addDinner = (page: Page, trip: string, crew: Crew, fields: object = {}) =>
  send(page.request, "POST", `/api/trips/${trip}/costs`, {
    key: crypto.randomUUID(),
    title: "Dinner",
    day: "2026-07-05",
    category: "food",
    amount: 3000,
    currency: "EUR",
    payers: [{ personId: crew[0]!["id"], amount: 3000 }],
    split: "equal",
    people: crew.map(({ id }) => ({ personId: id, weight: 1 })),
    ...fields,
  });

/** Ana, Bo and Cleo on their phones, on a trip on which Ana paid the dinner. */
async function begin(open: (name: string, device?: object) => Promise<Person>, device = phone) {
  const people = [await open("Ana", device), await open("Bo", device), await open("Cleo", device)];
  const [ana, bo, cleo] = people.map(({ page }) => page) as [Page, Page, Page];
  const { trip, squad, crew } = await seedTrip([ana.request, bo.request, cleo.request], 0);
  await addDinner(ana, trip, crew);
  return { ana, bo, cleo, trip, squad, crew, room: `/trips/${trip}/costs` };
}

const plan = (page: Page) => page.getByRole("dialog", { name: "Settle Up" });
const paid = (page: Page, words: string) => plan(page).getByRole("button", { name: `Paid: ${words}` });
const line = (page: Page, title: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: title });
const rooms = (page: Page) => page.getByRole("navigation", { name: "This trip" });

async function paymentsOf(page: Page, trip: string): Promise<number> {
  const books = (await (await page.request.get(`/api/trips/${trip}/costs`)).json()) as { payments: unknown[] };
  return books.payments.length;
}

test("friends settle up on their phones at once, and no line is paid twice", async ({ openInTrouble }) => {
  const { ana, bo, cleo, trip, room } = await begin(openInTrouble);
  // Bo's phone hears nothing from the server, as one that slept.
  await bo.route(/\/api\/live/, (route) => route.abort());
  for (const page of [ana, bo, cleo]) {
    await page.goto(`${room}?open=settle`);
    await expect(plan(page).getByRole("listitem")).toHaveCount(2);
  }
  await paid(ana, "Bo pays you €10.00").click();
  await expectToast(ana, "Payment recorded");
  await test.step("who listens sees the line paid, in its place", async () => {
    await expect(plan(cleo).getByRole("listitem").filter({ hasText: "Bo pays Ana €10.00" })).toContainText("Paid");
    await expect(paid(cleo, "You pay Ana €10.00")).toBeVisible();
  });
  await test.step("who does not is asked, and nothing is paid twice without a word", async () => {
    await paid(bo, "You pay Ana €10.00").click();
    const question = bo.getByRole("alertdialog", { name: "This line has been paid. Record another payment?" });
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(plan(bo).getByRole("listitem").filter({ hasText: "You pay Ana €10.00" })).toContainText("Paid");
    expect(await paymentsOf(ana, trip)).toBe(1);
  });
  await test.step("two who press at the same moment record one payment", async () => {
    await Promise.all([paid(ana, "Cleo pays you €10.00").click(), paid(cleo, "You pay Ana €10.00").click()]);
    const question = (page: Page) => page.getByRole("alertdialog", { name: /^This line has been paid/ });
    await expect.poll(async () => (await question(ana).isVisible()) !== (await question(cleo).isVisible())).toBe(true);
    expect(await paymentsOf(ana, trip)).toBe(2);
  });
  await cleo.goto(`${room}?open=settle`);
  await expect(plan(cleo).getByText("Everybody is even", { exact: true })).toBeVisible();
});

test("a payment along a line can be taken back, and one by hand counts too", async ({ open }) => {
  const { ana, bo, trip, room } = await begin(open);
  await bo.goto(room);
  await expect(bo.getByText("You owe €10.00")).toBeVisible();
  await ana.goto(room);
  await expect(ana.getByText("You get back €20.00")).toBeVisible();
  await bo.getByRole("button", { name: "Settle Up" }).click();
  await paid(bo, "You pay Ana €10.00").click();
  await expect(ana.getByText("You get back €10.00")).toBeVisible();
  await bo.getByRole("button", { name: "Undo" }).click();
  await expect(ana.getByText("You get back €20.00")).toBeVisible();
  expect(await paymentsOf(ana, trip)).toBe(0);

  await plan(bo).getByRole("button", { name: "Record a Payment" }).click();
  const form = bo.getByRole("dialog", { name: "Record a Payment" });
  await expect(form.getByLabel("Whom")).toHaveValue(/./);
  await form.getByLabel("Amount in EUR").fill("4,5,6");
  await form.getByRole("button", { name: "Record Payment" }).click();
  await expect(form.getByText("Please enter a number, such as 12.40")).toBeVisible();
  await form.getByLabel("Amount in EUR").fill("4,50");
  await form.getByLabel("In another currency").check();
  await form.getByLabel("Currency", { exact: true }).selectOption("JPY");
  await form.getByLabel("Handed over").fill("750");
  await form.getByLabel("Note").fill("at the station");
  await form.getByRole("button", { name: "Record Payment" }).click();
  await expect(form).toBeHidden();
  await expect(ana.getByText("You get back €15.50")).toBeVisible();
  await ana.goto(`${room}?open=settle`);
  const row = plan(ana).getByRole("listitem").filter({ hasText: "Bo paid you €4.50" });
  await expect(row).toContainText("JP¥750 handed over · at the station");
  await row.getByRole("button", { name: /^Delete/ }).click();
  await expect(row).toBeHidden();
  await expect(bo.getByText("You owe €10.00")).toBeVisible();
});

test("the room tells each friend their part, and filters what it lists", async ({ open }) => {
  const { ana, bo, trip, crew, room } = await begin(open);
  await addDinner(bo, trip, crew.slice(1), { title: "Boards", category: "fun", currency: "EUR" });
  await ana.goto(`/trips/${trip}`);
  await rooms(ana).getByRole("link", { name: "Costs" }).click();
  await expect(rooms(ana).getByRole("link", { name: "Costs" })).toHaveAttribute("aria-current", "page");
  await expect(line(ana, "Dinner")).toContainText("Your part €10.00");
  await expect(line(ana, "Boards")).toContainText("Not yours");
  await ana.getByRole("button", { name: "Mine", exact: true }).click();
  await expect(line(ana, "Boards")).toHaveCount(0);
  await expect(ana).toHaveURL(`${room}?by=${crew[0]!["id"]}`);
  await ana.reload();
  await expect(line(ana, "Boards")).toHaveCount(0);
  await ana.getByRole("button", { name: "Mine", exact: true }).click();
  await ana.getByLabel("Category", { exact: true }).selectOption("Fun");
  await expect(line(ana, "Dinner")).toHaveCount(0);
  await expect(line(ana, "Boards")).toBeVisible();
  await ana.getByLabel("Category", { exact: true }).selectOption("All categories");
  await ana.getByRole("button", { name: "More about the costs" }).click();
  const [table] = await Promise.all([
    ana.waitForEvent("download"),
    ana.getByRole("menuitem", { name: "Download as CSV" }).click(),
  ]);
  expect(table.suggestedFilename()).toMatch(/\.csv$/);

  await test.step("and shows what is deleted no more", async () => {
    await ana.getByRole("button", { name: "Dinner" }).click();
    const cost = ana.getByRole("dialog", { name: "Dinner" });
    await expect(cost).toContainText("€30.00");
    await cost.getByRole("button", { name: "Delete" }).click();
    await ana.getByRole("alertdialog").getByRole("button", { name: "Delete Cost" }).click();
    await expectToast(ana, "Cost deleted");
    await expect(cost).toBeHidden();
    await expect(line(ana, "Dinner")).toHaveCount(0);
  });
  await test.step("until it is undone, at once or from the history", async () => {
    await ana.getByRole("button", { name: "Undo" }).click();
    await expect(line(ana, "Dinner")).toBeVisible();
    await ana.goto(`${room}?open=changes`);
    const history = ana.getByRole("dialog", { name: "What Changed" });
    await expect(history.getByRole("listitem").first()).toContainText("Dinner");
    await history.getByRole("button", { name: /^Undo/ }).first().click();
    await expectToast(ana, "Undone");
    await expect.poll(() => history.getByRole("listitem").count()).toBeGreaterThan(3);
  });
});

test("everything in the room is done by keyboard", async ({ open }) => {
  const { ana, bo, room } = await begin(open, desktop);
  await bo.goto(room);
  await bo.getByRole("button", { name: "Dinner" }).focus();
  await bo.keyboard.press("Enter");
  const cost = bo.getByRole("dialog", { name: "Dinner" });
  await expect(cost).toContainText("Ana");
  await bo.keyboard.press("Escape");
  await expect(cost).toBeHidden();
  await expect(bo.getByRole("button", { name: "Dinner" })).toBeFocused();
  await bo.getByRole("button", { name: "Settle Up" }).focus();
  await bo.keyboard.press("Enter");
  await expect(plan(bo)).toBeVisible();
  await paid(bo, "You pay Ana €10.00").focus();
  await bo.keyboard.press("Space");
  await expect(plan(bo).getByText("You paid Ana €10.00")).toBeVisible();
  await bo.keyboard.press("Escape");
  await expect(bo.getByRole("button", { name: "Settle Up" })).toBeFocused();
  await ana.goto(room);
  await expect(ana.getByText("You get back €10.00")).toBeVisible();
});

test("the room and its sheets are fit for all, also with a crew of 30", async ({ open, server }) => {
  const { ana, bo, trip, squad, crew, room } = await begin(open);
  await send(ana.request, "PATCH", "/api/auth/user", { payTo: "DE02 1203 0000 0000 2020 51" });
  await addCrowd(server, { trip, squad }, 27);
  const answer = await ana.request.get(`/api/trips/${trip}/members`);
  const people = ((await answer.json()) as { userId: string }[]).map(({ userId }) => ({ id: userId }));
  await addDinner(ana, trip, people, {
    title: "عشاء على الشاطئ",
    amount: 123_456,
    payers: [{ personId: crew[0]!["id"], amount: 123_456 }],
  });
  await bo.goto(room);
  await expect(line(bo, "عشاء على الشاطئ")).toBeVisible();
  await expectFitForAll(bo, "room");
  await bo.goto(`${room}?open=settle`);
  await expect(plan(bo).getByText("DE02 1203 0000 0000 2020 51")).toBeVisible();
  await expectFitForAll(bo, "settle up");
  await bo.goto(`${room}?open=payment`);
  await expect(bo.getByRole("dialog", { name: "Record a Payment" })).toBeVisible();
  await expectFitForAll(bo, "payment by hand");
  await bo.goto(`${room}?open=changes`);
  await expect(bo.getByRole("dialog", { name: "What Changed" }).getByRole("listitem")).toHaveCount(2);
  await expectFitForAll(bo, "history");
  await bo.goto(room);
  await bo.getByRole("button", { name: "Dinner" }).click();
  await expect(bo.getByRole("dialog", { name: "Dinner" }).getByText(/entered Dinner/)).toBeVisible();
  await expectFitForAll(bo, "cost");
});

test("the room does not move while it loads", async ({ open }) => {
  const { ana, room } = await begin(open);
  await watchShifts(ana);
  await expectSteady(ana, room, () => expect(line(ana, "Dinner")).toBeVisible());
});

test("who was not on the trip finds no costs, and no way to them", async ({ openInTrouble }) => {
  const { trip, squad, crew, room, ana } = await begin(openInTrouble);
  const { page: dora } = await openInTrouble("Dora", phone);
  await register(dora.request, "Dora");
  const { squad: own } = await send(ana.request, "GET", `/api/squads/${squad}`);
  const invite = new URL((own as unknown as { inviteUrl: string }).inviteUrl).searchParams.get("invite");
  await send(dora.request, "POST", `/api/trips/${squad}/join`, { invite });
  // A trip that is on takes newcomers along.
  await send(ana.request, "PUT", `/api/trips/${trip}/members`, { userIds: crew.map(({ id }) => id) });
  await dora.goto(`/trips/${trip}`);
  await expect(rooms(dora).getByRole("link", { name: "Awards" })).toBeVisible();
  await expect(rooms(dora).getByRole("link", { name: "Costs" })).toHaveCount(0);
  await dora.goto(room);
  await expect(dora.getByRole("heading", { name: "Trip not found" })).toBeVisible();
});

test("after the trip the next step is to settle up, and who leaves reads what they owe", async ({ open }) => {
  const { ana, bo, trip, crew, room } = await begin(open);
  const { trip: fields } = (await (await ana.request.get(`/api/trips/${trip}`)).json()) as { trip: object };
  const over = { startDate: "2026-07-01T00:00:00.000Z", endDate: "2026-07-08T00:00:00.000Z" };
  await send(ana.request, "PUT", `/api/trips/${trip}`, { ...pick(fields), ...over });
  const categories = (await (await bo.request.get(`/api/trips/${trip}/categories`)).json()) as { id: string }[];
  await send(bo.request, "POST", `/api/categories/${categories[1]!.id}/vote`, { nomineeId: crew[0]!["id"] });
  await bo.goto(`/trips/${trip}`);
  await bo.getByRole("link", { name: "Settle Up" }).click();
  await expect(bo).toHaveURL(`${room}?open=settle`);
  await expect(plan(bo)).toBeVisible();
  await bo.goto(`/trips/${trip}`);
  await chooseOnTrip(bo, "Leave Trip");
  await expect(bo.getByRole("alertdialog")).toContainText("You still owe Ana Berg €10.00.");
  await bo.getByRole("alertdialog").getByRole("button", { name: "Leave Trip" }).click();
  await expectToast(bo, "You left the trip");
  await bo.goto(room);
  await expect(bo.getByText("You owe €10.00")).toBeVisible();
  await expect(bo.getByRole("button", { name: "Add Cost" })).toHaveCount(0);
});

const pick = (trip: object) => {
  const { name, location, description } = trip as Readonly<Record<string, string>>;
  return { name, location, description };
};

test("a friend says how to pay them, and who owes them copies it", async ({ open }) => {
  const { ana, bo, cleo, room } = await begin(open);
  await ana.goto("/account");
  await ana.getByLabel("IBAN or link").fill("https://paypal.me/ana");
  await ana.getByRole("region", { name: "How to pay me" }).getByRole("button", { name: "Save" }).click();
  await expectToast(ana, "Saved");
  await bo.goto(`${room}?open=settle`);
  await expect(plan(bo).getByRole("link", { name: "https://paypal.me/ana" })).toBeVisible();
  await plan(bo).getByRole("button", { name: "Copy how to pay Ana" }).click();
  await expectToast(bo, "Copied");
  await paid(bo, "You pay Ana €10.00").click();
  await expect(plan(bo).getByText("https://paypal.me/ana")).toHaveCount(0);
  await cleo.goto(`${room}?open=settle`);
  await expect(plan(cleo).getByText("https://paypal.me/ana")).toBeVisible();
});

test("a long list loads more", { tag: "@long" }, async ({ open }) => {
  const { ana, trip, crew, room } = await begin(open);
  for (let i = 0; i < 110; i++) await addDinner(ana, trip, crew, { title: `Coffee ${i}` });
  await ana.goto(room);
  await expect(ana.getByRole("heading", { name: /^All Costs 111/ })).toBeVisible();
  await expect(line(ana, "Coffee")).toHaveCount(100);
  await ana.getByRole("button", { name: "Load More" }).click();
  await expect(line(ana, "Coffee")).toHaveCount(110);
  await expect(line(ana, "Dinner")).toBeVisible();
});
