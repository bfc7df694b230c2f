import type { Page } from "@playwright/test";
import { expectAccessible, expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { countTaps } from "../count-taps.ts";
import { type Person, desktop, expect, phone, test, withWorker } from "../fixtures.ts";
import { untilInstalled, untilKept } from "../offline.ts";
import { seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

const sheet = (page: Page) => page.getByRole("dialog", { name: /^(Add|Edit) Cost$/ });
const amount = (page: Page) => sheet(page).getByLabel("Amount", { exact: true });
const save = (page: Page) => sheet(page).getByRole("button", { name: /^Save/ });
const payer = (page: Page, name: string) =>
  sheet(page)
    .getByRole("group", { name: /^Who/ })
    .getByRole("radio", { name: new RegExp(`^${name}`) });
const sharer = (page: Page, name: string) =>
  sheet(page)
    .getByRole("group", { name: "For", exact: true })
    .getByRole("checkbox", { name: new RegExp(`^${name}`) });
/** The part under a face. */
const partOf = (input: Element) => /€[\d.]+/.exec(input.closest("label")!.innerText)![0];
const line = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: title, exact: true }) });
const addCost = (page: Page) => page.getByRole("button", { name: "Add Cost" }).filter({ visible: true }).click();

interface Row {
  readonly title: string;
  readonly amount: number;
  readonly currency: string;
  readonly tripAmount: number;
  readonly shares: readonly { readonly share: number }[];
  readonly receipt: string | null;
}

/** The costs as the server has them. */
const costsOf = async (page: Page, trip: string): Promise<readonly Row[]> =>
  ((await (await page.request.get(`/api/trips/${trip}/costs`)).json()) as { costs: Row[] }).costs;

/** Ana and Bo are on a trip, and Ana's phone shows its costs. */
async function begin(open: (name: string, device?: object) => Promise<Person>, device = phone) {
  const [{ page: ana }, { page: bo }] = [await open("Ana", device), await open("Bo", desktop)];
  const { trip, crew } = await seedTrip([ana.request, bo.request], 0);
  return { ana, bo, trip, crew, room: `/trips/${trip}/costs` };
}

/** Ana enters a cost of the crew in euros, so that the trip has a currency. */
const seedCost = (page: Page, trip: string, crew: readonly Readonly<Record<string, string>>[], fields: object = {}) =>
  send(page.request, "POST", `/api/trips/${trip}/costs`, {
    key: crypto.randomUUID(),
    title: "Van",
    day: "2026-07-05",
    category: "travel",
    amount: 10_000,
    currency: "EUR",
    payers: [{ personId: crew[0]!["id"], amount: 10_000 }],
    split: "equal",
    people: crew.map(({ id }) => ({ personId: id, weight: 1 })),
    ...fields,
  });

test("a cost takes three taps and a number, and a friend sees it", async ({ open }) => {
  const { page: ana } = await open("Ana", phone);
  const { page: bo } = await open("Bo", desktop);
  const { trip } = await seedTrip([ana.request, bo.request], 0);
  const taps = await countTaps(ana);
  await bo.goto(`/trips/${trip}/costs`);
  await ana.goto(`/trips/${trip}/costs`);
  await addCost(ana);
  await expect(amount(ana)).toBeFocused();
  await ana.keyboard.type("42,51");
  await sheet(ana).getByText("Food", { exact: true }).click();
  await expect(sharer(ana, "Bo")).toHaveAccessibleName(/^Bo €21\.2[56]$/);
  const parts = await Promise.all(["You", "Bo"].map((name) => sharer(ana, name).evaluate(partOf)));
  await save(ana).click();
  expect(taps()).toBe(3);
  await expect(sheet(ana)).toBeHidden();
  await expect(line(ana, "Food")).toContainText("€42.51");
  await expect(line(bo, "Food")).toContainText(parts[1]!);
  // Also who bears the odd cent was told before.
  expect((await costsOf(ana, trip))[0]!.shares.map(({ share }) => `€${(share / 100).toFixed(2)}`)).toEqual(parts);
  await expectToast(ana, "“Food” is in the books");
  await ana.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(line(bo, "Food")).toHaveCount(0);
  await expect(line(ana, "Food")).toHaveCount(0);
  expect(await costsOf(ana, trip)).toEqual([]);
});

test("exact amounts say what is missing, and one person takes the rest", async ({ open }) => {
  const { ana, trip, crew, room } = await begin(open);
  await seedCost(ana, trip, crew);
  await ana.goto(room);
  await addCost(ana);
  await amount(ana).fill("10");
  await sheet(ana).getByLabel("What", { exact: true }).fill("Wax");
  await sheet(ana).getByText("Exact", { exact: true }).click();
  await sheet(ana).getByLabel("You: amount").fill("6,80");
  await expect(sheet(ana)).toContainText("€3.20 are missing");
  await sheet(ana).getByLabel("You: amount").fill("13.20");
  await expect(sheet(ana)).toContainText("€3.20 too much");
  await save(ana).click();
  await expect(sheet(ana).getByRole("alert").filter({ hasText: "€3.20 too much" })).toBeVisible();
  await sheet(ana).getByLabel("You: amount").fill("6.80");
  await sheet(ana)
    .getByRole("group", { name: "Give the Rest to" })
    .getByRole("button", { name: "Bo", exact: true })
    .click();
  await expect(sheet(ana).getByLabel("Bo: amount")).toHaveValue("3.20");
  await save(ana).dblclick();
  await expect(line(ana, "Wax")).toContainText("€6.80");
  await expect.poll(async () => (await costsOf(ana, trip)).filter(({ title }) => title === "Wax")).toHaveLength(1);
});

test("commas, yen and dinars are read by the digits of the currency", async ({ open }) => {
  const { ana, trip, crew, room } = await begin(open);
  await seedCost(ana, trip, crew);
  await ana.goto(room);
  const choose = async (search: string, name: string) => {
    await sheet(ana)
      .getByRole("button", { name: /^Currency/ })
      .click();
    await ana.getByRole("dialog", { name: "Currency" }).getByLabel("Find a currency").fill(search);
    await ana.getByRole("dialog", { name: "Currency" }).getByRole("button", { name }).click();
  };
  await test.step("yen have no decimals, and cost what their rate says", async () => {
    await addCost(ana);
    await choose("yen", "Japanese Yen");
    await amount(ana).fill("1200,5");
    await expect(sheet(ana)).toContainText("Yen have no decimals.");
    await amount(ana).fill("1.200");
    await sheet(ana).getByText("Food", { exact: true }).click();
    await save(ana).click();
    await expect(sheet(ana)).toContainText("Please enter the rate, or the amount in EUR");
    await sheet(ana).getByLabel("1 JPY in EUR").fill("0,0061");
    await expect(sheet(ana)).toContainText("= €7.32");
    await expect(sharer(ana, "Bo")).toHaveAccessibleName("Bo €3.66");
    await save(ana).click();
    await expect(line(ana, "Food")).toContainText("€7.32");
  });
  await test.step("dinars have three, and the card says what they cost", async () => {
    await addCost(ana);
    await expect(sheet(ana).getByRole("button", { name: "Currency: JPY, Japanese Yen" })).toBeVisible();
    await choose("KWD", "Kuwaiti Dinar");
    await amount(ana).fill("1,234");
    await sheet(ana).getByText("Fun", { exact: true }).click();
    await sheet(ana).getByRole("button", { name: "Enter the Amount in EUR Instead" }).click();
    await sheet(ana).getByLabel("Amount in EUR").fill("3,71");
    await save(ana).click();
    await expect(line(ana, "Fun")).toContainText("€3.71");
  });
  const rows = (await costsOf(ana, trip)).map((cost) => [cost.currency, cost.amount, cost.tripAmount]);
  expect(rows).toContainEqual(["JPY", 1200, 732]);
  expect(rows).toContainEqual(["KWD", 1234, 371]);
});

/** Ana enters a cost while her phone has no connection, and sees it wait. */
async function enterOffline(ana: Page) {
  await addCost(ana);
  await amount(ana).fill("30");
  await sheet(ana).getByText("Drinks", { exact: true }).click();
  await ana.context().setOffline(true);
  await save(ana).click();
  await expect(line(ana, "Drinks")).toContainText("Waits for a connection");
  await expect(line(ana, "Drinks")).toContainText("€15.00");
}

async function expectThereOnce(ana: Page, bo: Page, trip: string) {
  await ana.context().setOffline(false);
  await expect(line(bo, "Drinks")).toContainText("€15.00");
  await expect(line(ana, "Drinks")).not.toContainText("Waits for a connection");
  await expect(line(ana, "Drinks")).toHaveCount(1);
  expect((await costsOf(bo, trip)).map(({ title }) => title)).toEqual(["Drinks", "Van"]);
}

test("a cost that is entered without a connection waits, and is there once", async ({ openInTrouble }) => {
  const { ana, bo, trip, crew, room } = await begin(openInTrouble);
  await seedCost(ana, trip, crew);
  await bo.goto(room);
  await ana.goto(room);
  await enterOffline(ana);
  await expectThereOnce(ana, bo, trip);
});

test(
  "a cost that waits survives a reload without a connection, and can be taken back",
  { tag: "@long" },
  async ({ openInTrouble }) => {
    const { ana, bo, trip, crew, room } = await begin(openInTrouble, withWorker(phone));
    await seedCost(ana, trip, crew);
    await bo.goto(room);
    await ana.goto(room);
    await untilInstalled(ana);
    await ana.goto(room);
    await untilKept(ana, /\/costs/);
    await enterOffline(ana);
    await expect(ana.getByRole("region", { name: "Not sent yet" })).toContainText("1 thing waits for a connection");
    await ana.reload();
    await expect(line(ana, "Drinks")).toContainText("Waits for a connection");
    await addCost(ana);
    await amount(ana).fill("5");
    await sheet(ana).getByText("Fun", { exact: true }).click();
    await save(ana).click();
    await expectToast(ana, "“Fun” waits");
    await ana.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(line(ana, "Fun")).toHaveCount(0);
    await expectThereOnce(ana, bo, trip);
  },
);

test("a cost is changed, with several payers, money back and a note", { tag: "@long" }, async ({ open }) => {
  const { ana, bo, trip, crew, room } = await begin(open);
  const { id } = await seedCost(ana, trip, crew);
  await bo.goto(room);
  await ana.goto(`${room}?cost=${id}`);
  await ana.getByRole("dialog").getByRole("button", { name: "Edit", exact: true }).click();
  await expect(amount(ana)).toHaveValue("100.00");
  await expectFitForAll(ana, "the sheet of a cost");
  await amount(ana).fill("90");
  await sheet(ana).getByRole("button", { name: "Several People" }).click();
  await sheet(ana).getByRole("group", { name: "Who paid" }).getByText("Bo", { exact: true }).click();
  await sheet(ana).getByLabel("You: paid").fill("60");
  await expect(sheet(ana)).toContainText("€30.00 are missing from what was paid");
  await sheet(ana)
    .getByRole("group", { name: "Give the Rest to" })
    .getByRole("button", { name: "Bo", exact: true })
    .click();
  await sheet(ana).getByText("Shares", { exact: true }).click();
  await sheet(ana).getByLabel("Bo: shares").fill("2");
  await expect(sheet(ana).getByRole("listitem").filter({ hasText: "Bo" }).last()).toContainText("€60.00");
  await sheet(ana).getByLabel(/^Note/).fill("With the trailer");
  await expectAccessible(ana, "the sheet with numbers of people", "[role=dialog]");
  await save(ana).click();
  await expectToast(ana, "“Van” is changed");
  // A toast stays while a finger or a pointer is on it.
  await ana.getByRole("button", { name: "Undo", exact: true }).hover();
  await expect(line(bo, "Van")).toContainText("€60.00");
  await ana.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(line(bo, "Van")).toContainText("€100.00");

  await test.step("a deposit comes back", async () => {
    await ana.goto(room);
    await addCost(ana);
    await amount(ana).fill("20");
    await sheet(ana).getByLabel("What", { exact: true }).fill("Deposit");
    await sheet(ana).getByLabel("Money back").check();
    await payer(ana, "Bo").check({ force: true });
    await expect(sharer(ana, "You")).toHaveAccessibleName("You -€10.00");
    await save(ana).click();
    await expect(line(bo, "Deposit")).toContainText("-€20.00");
  });
});

test("what was typed survives a closed sheet, a reload and a refusal", { tag: "@long" }, async ({ openInTrouble }) => {
  const { ana, trip, crew, room } = await begin(openInTrouble);
  await seedCost(ana, trip, crew);
  await ana.goto(room);
  await addCost(ana);
  await amount(ana).fill("12");
  await sheet(ana).getByLabel("What", { exact: true }).fill("Ice cream");
  await sheet(ana).getByRole("button", { name: "Close" }).click();
  await expect(sheet(ana)).toBeHidden();
  await addCost(ana);
  await expect(sheet(ana).getByLabel("What", { exact: true })).toHaveValue("Ice cream");
  await ana.reload();
  await expect(sheet(ana).getByLabel("What", { exact: true })).toHaveValue("Ice cream");

  await test.step("the server refuses it", async () => {
    const refused = { error: "A trip can have at most 2000 costs. Delete one first.", code: "conflict" };
    await ana.route(`**/api/trips/${trip}/costs`, (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 409, json: refused }) : route.fallback(),
    );
    await save(ana).click();
    await expectToast(ana, "“Ice cream” was not saved", refused.error);
    await expect(line(ana, "Ice cream")).toHaveCount(0);
    await ana.unroute(`**/api/trips/${trip}/costs`);
    await addCost(ana);
    await expect(sheet(ana)).toContainText(refused.error);
    await expect(amount(ana)).toHaveValue("12");
    await save(ana).click();
    await expect(line(ana, "Ice cream")).toContainText("€12.00");
  });

  await test.step("Cancel forgets it", async () => {
    await addCost(ana);
    await amount(ana).fill("3");
    await sheet(ana).getByRole("button", { name: "Cancel" }).click();
    await addCost(ana);
    await expect(amount(ana)).toHaveValue("");
  });
});

test("a receipt is a photo or a PDF, and can be taken away", { tag: "@long" }, async ({ open }) => {
  const { ana, trip, crew, room } = await begin(open);
  await seedCost(ana, trip, crew);
  await ana.goto(room);
  await addCost(ana);
  await amount(ana).fill("8");
  await sheet(ana).getByText("Food", { exact: true }).click();
  const file = sheet(ana).locator("input[type=file]").last();
  await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Eight euros") });
  await expect(sheet(ana)).toContainText("Please choose a photo or a PDF of the receipt");
  await file.setInputFiles({
    name: "receipt.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n%%EOF"),
  });
  await expect(sheet(ana)).toContainText("receipt.pdf");
  await sheet(ana).getByRole("button", { name: "Remove Receipt" }).click();
  await file.setInputFiles(photo("receipt.png", [255, 201, 77], 300, 600));
  await expect(sheet(ana)).toContainText("receipt.png");
  await save(ana).click();
  await expect
    .poll(async () => (await costsOf(ana, trip)).find(({ title }) => title === "Food")?.receipt)
    .toBe("picture");
});
