import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newBooks } from "../../testing/books.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** The cells of a table as RFC 4180 has them. */
function cellsOf(table: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of table.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r]*))(,|\r\n)/g)) {
    lines.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === "\r\n") lines.push([]);
  }
  return lines.slice(0, -1);
}

test("each cost and payment is a line, and the columns sum to what the page says", async () => {
  const { ana, bo, cleo, costs, enter, pay, books } = await newBooks(swell);
  const payers = [
    { personId: ana.id, amount: 2500 },
    { personId: bo.id, amount: 500 },
  ];
  await enter(ana, { title: 'Fish, "fresh"', payers });
  await enter(ana, { title: '=HYPERLINK("evil")', amount: -1001, day: "2026-07-04" });
  await enter(ana, { title: "-5 °C", amount: 5000, currency: "JPY", rate: "0.0061", day: "2026-07-03" });
  await pay(bo, bo, ana, 700, { note: "Cash", day: "2026-07-09" });
  const { text, headers, status } = await cleo.get(`${costs}.csv`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": expect.stringMatching(/^attachment; filename=/) as string,
    "x-content-type-options": "nosniff",
  });
  expect(text.startsWith("\uFEFF")).toBe(true);
  const [head, ...lines] = cellsOf(text.slice(1));
  const [nameOfAna, nameOfBo, nameOfCleo] = head!.slice(-3) as [string, string, string];
  expect(head).toEqual(
    ["Date", "Title", "Category", "Amount", "Currency", "Rate", "Amount in EUR", "Paid by", "Split"].concat([
      nameOfAna,
      nameOfBo,
      nameOfCleo,
    ]),
  );
  expect(lines.map((line) => line.slice(0, 9))).toEqual([
    [
      "2026-07-05",
      'Fish, "fresh"',
      "food",
      "30.00",
      "EUR",
      "",
      "30.00",
      `${nameOfAna} 25.00; ${nameOfBo} 5.00`,
      "equal",
    ],
    ["2026-07-04", `'=HYPERLINK("evil")`, "food", "-10.01", "EUR", "", "-10.01", nameOfAna, "equal"],
    ["2026-07-03", "'-5 °C", "food", "5000", "JPY", "0.0061", "30.50", nameOfAna, "equal"],
    ["2026-07-09", `Payment to ${nameOfAna}: Cash`, "payment", "7.00", "EUR", "", "", nameOfBo, ""],
  ]);
  const sumOf = (column: number) => Math.round(lines.reduce((sum, line) => sum + Number(line[column]) * 100, 0));
  const page = await books(cleo);
  expect(sumOf(6)).toBe(page["totals"]!["trip"]);
  expect([9, 10, 11].map(sumOf)).toEqual(rows(page["balances"]).map(({ share }) => share));
});

test("the table of empty books has its head alone", async () => {
  const { ana, costs } = await newBooks(swell);
  expect(cellsOf((await ana.get(`${costs}.csv`)).text)).toHaveLength(1);
});
