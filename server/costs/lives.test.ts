import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seeded } from "../../try/stand-ins/seeded.ts";
import { open } from "../media/fixtures/uploading.ts";
import { unzip } from "../media/zip/fixtures/unzip.ts";
import { type TestApp, openTestApp } from "../testing/app.ts";
import { type Life, beginLife } from "../testing/cost-lives/life.ts";
import { type ShownBooks, cellsOf, faultsOf } from "../testing/cost-lives/recount.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** The table's columns sum to what the page says. */
async function faultsOfTable({ ana, trip }: Life, { currency, balances, totals, people }: ShownBooks) {
  if (currency === null) return [];
  const [head = [], ...lines] = cellsOf((await ana.get(`/api/trips/${trip}/costs.csv`)).text.slice(1));
  const unitsOf = (cell: string) => Number(cell.replace(".", ""));
  const sums = head.map((_, column) => lines.reduce((sum, line) => sum + unitsOf(line[column] || "0"), 0));
  const shares = people.flatMap(({ id }) => balances.find(({ personId }) => personId === id)?.share ?? []);
  const faults = sums[6] === totals.trip ? [] : ["the table's total"];
  return JSON.stringify(sums.slice(9)) === JSON.stringify(shares) ? faults : [...faults, "the table's shares"];
}

/** The account's export says of Bo what the page says. */
async function faultsOfExport({ bo, trip }: Life, { balances }: ShownBooks): Promise<readonly string[]> {
  const { bytes } = await open(swell, bo, "/api/account/export");
  const files = new Map(unzip(bytes).map((file) => [file.name, String(file.bytes)]));
  type Own = Readonly<Record<string, number | boolean | string>>;
  const own = (name: string) => JSON.parse(files.get(`${name}.json`)!) as Own[];
  const sum = (list: readonly Own[], of: (one: Own) => unknown) =>
    list.reduce((all, one) => all + Number(of(one) ?? 0), 0);
  const shown = balances.find(({ personId }) => personId === bo.id) ?? { balance: 0, paid: 0, share: 0 };
  const costs = own("costs");
  const payments = own("payments");
  const moved =
    sum(payments, ({ iSent, amount }) => iSent && amount) -
    sum(payments, ({ iReceived, amount }) => iReceived && amount);
  const paid = sum(costs, ({ myTripPaid }) => myTripPaid);
  const share = sum(costs, ({ myShare }) => myShare);
  const isSame = paid === shown.paid && share === shown.share && paid - share + moved === shown.balance;
  expect(cellsOf(files.get("costs.csv")!)).toHaveLength(1 + costs.length + payments.length);
  return isSame ? [] : [`the export of ${trip}: ${paid} ${share} ${moved} for ${JSON.stringify(shown)}`];
}

/** Follows the lines of the plan in a random order. */
async function settleAll({ ana, trip, books }: Life, below: (most: number) => number): Promise<void> {
  for (let { settle } = await books(), most = settle.length; settle.length > 0; { settle } = await books()) {
    expect(settle.length).toBe(most--);
    const line = settle[below(settle.length)]!;
    await ana.post(`/api/trips/${trip}/payments`, { key: randomUUID(), ...line });
  }
}

async function live(seed: number, steps: number): Promise<void> {
  const life = await beginLife(swell, seed);
  const story: string[] = [];
  const find = async () => {
    const books = await life.books();
    return [...faultsOf(books, life.merged()), ...(await faultsOfTable(life, books))];
  };
  try {
    for (let n = 0; n < steps; n++) {
      story.push(await life.step());
      expect(await find()).toEqual([]);
    }
    expect(await faultsOfExport(life, await life.books())).toEqual([]);
    await settleAll(life, seeded(seed));
    const { balances } = await life.books();
    expect(balances.filter(({ balance }) => balance !== 0)).toEqual([]);
    expect(await find()).toEqual([]);
  } catch (error) {
    console.log(`FUZZ_SEED=${seed}\n${story.join("\n")}`);
    throw error;
  }
}

// Two lives of known seeds, two seconds each, because nothing else proves all calls together.
test.each([1, 5])("the books of trip %i add up after every step of its life", { timeout: 60_000 }, async (seed) => {
  await live(seed, 18);
});

test("the books of many trips add up after every step", { tags: ["long"], timeout: 600_000 }, async () => {
  const first = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000);
  console.log(`FUZZ_SEED=${first}`);
  for (let seed = first; seed < first + 20; seed++) await live(seed, 40);
});
