import { afterAll, beforeAll, expect, test } from "vitest";
import { addressFor, open, put } from "../media/fixtures/uploading.ts";
import { unzip } from "../media/zip/fixtures/unzip.ts";
import { type Client, type TestApp, openTestApp } from "../testing/app.ts";
import { newBooks } from "../testing/books.ts";
import { cellsOf } from "../testing/cost-lives/recount.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

async function exportOf(who: Client) {
  const { bytes } = await open(swell, who, "/api/account/export");
  const files = new Map(unzip(bytes).map((file) => [file.name, file.bytes]));
  const list = (name: string) => JSON.parse(String(files.get(`${name}.json`))) as Record<string, unknown>[];
  return {
    files,
    list,
    table: cellsOf(String(files.get("costs.csv")).slice(1)),
    text: [...files.values()].join(),
  };
}

test("the export has my part of costs and payments, and nobody's account number", async () => {
  const { ana, bo, cleo, enter, pay } = await newBooks(swell);
  for (const one of [ana, cleo]) await one.patch("/api/auth/user", { payTo: `IBAN of ${one.name}` });
  const uploadURL = await addressFor(bo);
  await put(swell, bo, uploadURL, Buffer.from("%PDF-1.7 bill"));
  await enter(bo, { receipt: { uploadURL, fileName: "bill.pdf" }, amount: 4000, currency: "EUR", title: "=Fish" });
  await enter(ana, { currency: "JPY", amount: 5000, rate: "0.0061", people: [{ personId: ana.id, weight: 1 }] });
  await pay(bo, bo, ana, 700, { note: "Cash" });
  const mine = await exportOf(bo);
  expect(mine.list("costs")).toMatchObject([
    { title: "=Fish", amount: 4000, tripCurrency: "EUR", myPaid: null, myWeight: 1, enteredByMe: true },
  ]);
  const { myShare } = mine.list("costs")[0]!;
  expect(mine.list("payments")).toMatchObject([{ iSent: true, iReceived: false, amount: 700, note: "Cash" }]);
  expect(mine.table.map((cells) => [cells[2], cells[4], cells[11]])).toEqual([
    ["Title", "Amount", "My part"],
    ["'=Fish", "40.00", (Number(myShare) / 100).toFixed(2)],
    [expect.stringMatching(/^Payment to ana$/i), "7.00", ""],
  ]);
  const [receipt] = mine.list("costReceipts");
  expect(receipt).toMatchObject({ fileName: "bill.pdf", fileType: "application/pdf", deletedAt: null });
  expect(String(mine.files.get(String(receipt!["file"])))).toBe("%PDF-1.7 bill");
  expect(mine.text).not.toContain("IBAN");
  expect((await exportOf(ana)).text).not.toContain(`IBAN of ${cleo.name}`);
});

test("who has left keeps their part in it, without the words of others", async () => {
  const { ana, bo, cleo, costs, enter, squad, trip } = await newBooks(swell);
  await enter(ana, { title: "Secret supper" });
  await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo.id] });
  await ana.delete(`/api/squads/${squad}/members/${cleo.id}`);
  expect((await bo.get(`/api/squads/${squad}`)).body["members"]).toHaveLength(2);
  expect((await cleo.get(costs)).status).toBe(404);
  const { list, text } = await exportOf(cleo);
  expect(list("costs")).toMatchObject([{ title: null, trip: null, myShare: 1000 }]);
  expect(text).not.toContain("Secret supper");
});
