import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { heic } from "../../media/fixtures/heic.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { addressFor, open, put } from "../../media/fixtures/uploading.ts";
import { check } from "../../media/upkeep/check.ts";
import { checkStore } from "../../media/upkeep/check-store.ts";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { type Client, type TestApp, openTestApp } from "../../testing/app.ts";
import { dinnerOf, idOf, newBooks } from "../../testing/books.ts";
import { forgetOld } from "../forget-store.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ MAX_USER_BYTES: "12000000" });
});
afterAll(() => swell.close());

const pdf = (bytes = 200) => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes, " ")]);

/** Uploads a file and returns what a cost says of it. */
async function receiptOf(who: Client, bytes: Buffer, fileName = "bill.pdf") {
  const uploadURL = await addressFor(who);
  expect((await put(swell, who, uploadURL, bytes)).status).toBe(200);
  return { uploadURL, fileName };
}

/** A cost of Ana, Bo and Cleo that Ana entered with a PDF. */
async function newReceipt(bytes: Buffer = pdf()) {
  const books = await newBooks(swell);
  const receipt = await receiptOf(books.ana, bytes);
  const made = await books.enter(books.ana, { receipt });
  return { ...books, receipt, made, cost: `/api/costs/${idOf(made)}`, id: idOf(made) };
}

const bytesOf = async (person: { id: string }) => {
  const { rows } = await sql<{ bytes: string }>`select bytes from user_space where user_id = ${person.id}`.execute(
    swell.database.db,
  );
  return Number(rows[0]?.bytes ?? 0);
};
const storedFile = (id: string) => openBlobs(swell.parts.config).sizeOf(`${id}/original`);
const fileOf = async (cost: string) => {
  const { rows } = await sql<{ id: string }>`select id from cost_receipts where cost_id = ${cost} order by id`.execute(
    swell.database.db,
  );
  return rows.map(({ id }) => id);
};

describe("a receipt", () => {
  test("that is a PDF is a download for everybody in the books, and for nobody else", async () => {
    const { made, cost, bo, squad } = await newReceipt();
    expect(made.body["receipt"]).toBe("pdf");
    const { status, bytes, headers } = await open(swell, bo, `${cost}/receipt`);
    expect([status, bytes.equals(pdf())]).toEqual([200, true]);
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="bill.pdf"; filename*=UTF-8''bill.pdf`,
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox") as string,
    });
    const stranger = await swell.person("zoe");
    await swell.database.db.updateTable("squads").set({ is_public: true }).where("id", "=", squad).execute();
    expect((await open(swell, stranger, `${cost}/receipt`)).status).toBe(404);
  });

  test("that is a picture is shown as it came, and a HEIC is a download", async () => {
    const { ana, enter } = await newBooks(swell);
    const picture = await jpeg();
    const shown = await enter(ana, { receipt: await receiptOf(ana, picture, "<b>.svg") });
    expect(shown.body["receipt"]).toBe("picture");
    const { bytes, headers } = await open(swell, ana, `/api/costs/${idOf(shown)}/receipt`);
    expect(bytes.equals(picture)).toBe(true);
    expect([headers["content-type"], headers["content-disposition"]]).toEqual([
      "image/jpeg",
      expect.stringMatching(/^inline; filename="<b>.jpg"/),
    ]);
    const saved = await enter(ana, { receipt: await receiptOf(ana, heic(), "bill.heic") });
    const reply = await open(swell, ana, `/api/costs/${idOf(saved)}/receipt`);
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="bill.heic"/);
  });

  test("is in no gallery, no count of photos and no zip", async () => {
    const { ana, trip, receipt } = await newReceipt(await jpeg());
    const page = (await ana.get(`/api/trips/${trip}`)).body;
    expect([page["trip"]!["photoCount"], page["media"]]).toEqual([0, []]);
    expect((await ana.put(`/api/trips/${trip}/media`, { mediaURL: receipt.uploadURL, fileName: "a.jpg" })).status).toBe(
      409,
    );
  });

  test("is changed and taken off by an edit, and comes again with the same request", async () => {
    const { ana, bo, cost, id } = await newReceipt();
    const other = await receiptOf(ana, await jpeg(), "new.jpg");
    const edit = { version: 1, receipt: other };
    const changed = await ana.patch(cost, edit);
    expect([changed.body["receipt"], changed.body["version"]]).toEqual(["picture", 2]);
    expect((await ana.patch(cost, { ...edit, version: 2 })).body).toMatchObject({ receipt: "picture", version: 2 });
    expect(await fileOf(id)).toHaveLength(2);
    const late = await ana.patch(cost, { version: 1, receipt: null });
    expect([late.status, late.body["code"]]).toEqual([409, "conflict"]);
    expect((await ana.patch(cost, { version: 2, title: "Supper" })).body["receipt"]).toBe("picture");
    expect((await ana.patch(cost, { version: 3, receipt: null })).body["receipt"]).toBe(null);
    expect(await open(swell, bo, `${cost}/receipt`)).toMatchObject({ status: 404 });
  });

  test("is refused as a film, above 10 MB, twice, of somebody else and from elsewhere", async () => {
    const { ana, bo, trip, receipt, enter } = await newReceipt();
    const refusals = [
      await enter(ana, { receipt: await receiptOf(ana, pdf(10_000_001)) }),
      await enter(ana, { receipt }),
      await enter(bo, { receipt: await receiptOf(ana, pdf()) }),
      await enter(ana, { receipt: { uploadURL: "https://example.org/a.pdf" } }),
    ];
    expect(refusals.map(({ status, body }) => [status, body["code"]])).toEqual([
      [413, "too_large"],
      [409, "upload_used"],
      [409, "upload_missing"],
      [400, "invalid_input"],
    ]);
    const books = (await ana.get(`/api/trips/${trip}/costs`)).body;
    expect(books["count"]).toBe(1);
  });

  test("without room for it is refused with 507, and the cost with it", async () => {
    const { ana, enter, trip } = await newBooks(swell);
    const before = await bytesOf(ana);
    expect(idOf(await enter(ana, { receipt: await receiptOf(ana, pdf(9_000_000)) }))).toBeTruthy();
    expect((await bytesOf(ana)) - before).toBe(pdf(9_000_000).length);
    const uploadURL = await addressFor(ana);
    expect((await put(swell, ana, uploadURL, pdf(9_000_000))).status).toBe(507);
    expect((await ana.get(`/api/trips/${trip}/costs`)).body["count"]).toBe(1);
  });

  test("a gallery, a profile and a cover refuse a PDF", async () => {
    const { ana, trip } = await newBooks(swell);
    const [one, two] = [await receiptOf(ana, pdf()), await receiptOf(ana, pdf())];
    const replies = [
      await ana.put(`/api/trips/${trip}/media`, { mediaURL: one.uploadURL, fileName: "a.jpg" }),
      await ana.put("/api/profile-images", { profileImageURL: two.uploadURL, fileName: "a.jpg" }),
    ];
    for (const { status, body } of replies)
      expect([status, body["error"]]).toEqual([415, expect.stringContaining("This file is a PDF document.")]);
  });
});

describe("the file of a receipt", () => {
  test("goes 90 days after its cost, and gives its space back", async () => {
    const { ana, cost, id } = await newReceipt();
    const [file] = await fileOf(id);
    await ana.delete(cost);
    await forgetOld(swell.database);
    expect([await fileOf(id), (await storedFile(file!)) !== null]).toEqual([[file], true]);
    const before = await bytesOf(ana);
    await sql`update cost_receipts set gone_at = now() - interval '91 days' where id = ${file!}`.execute(
      swell.database.db,
    );
    await forgetOld(swell.database);
    expect([await fileOf(id), before - (await bytesOf(ana))]).toEqual([[], pdf().length]);
    const { rows } = await sql`select id from unwanted_files where id = ${file!}`.execute(swell.database.db);
    expect(rows).toHaveLength(1);
  });

  test("goes with its trip, and stays without a name when its uploader goes", async () => {
    const { ana, bo, trip, id, enter } = await newReceipt();
    const other = idOf(await enter(bo, { receipt: await receiptOf(bo, pdf()) }));
    const [[gone], [stays]] = [await fileOf(id), await fileOf(other)];
    const deleted = await bo.delete("/api/account", { confirm: bo.email, password: bo.password, photos: "take" });
    expect(deleted.status).toBe(204);
    expect((await open(swell, ana, `/api/costs/${other}/receipt`)).status).toBe(200);
    const squadBytes = async () =>
      (await sql<{ bytes: string }>`select sum(bytes) as bytes from squad_space`.execute(swell.database.db)).rows[0]!
        .bytes;
    const before = await squadBytes();
    expect((await ana.delete(`/api/trips/${trip}`)).status).toBeLessThan(300);
    expect(Number(before) - Number(await squadBytes())).toBe(2 * pdf().length);
    await vi.waitFor(async () => expect([await storedFile(gone!), await storedFile(stays!)]).toEqual([null, null]), {
      timeout: 20_000,
    });
  });

  test("is known to the check of all files, which finds it lost", async () => {
    const { id } = await newReceipt();
    const [file] = await fileOf(id);
    const blobs = openBlobs(swell.parts.config);
    const parts = { blobs, store: checkStore(swell.database), hasFfmpeg: false };
    const findings = async () => {
      const found = [];
      for await (const one of check(parts, new Date(Date.now() + 2 * 86_400_000)))
        if (one.key.startsWith(file!)) found.push(one.kind);
      return found;
    };
    expect(await findings()).toEqual([]);
    await blobs.remove(`${file!}/original`);
    expect(await findings()).toEqual(["lost"]);
  });

  test("of a request that came twice is kept once", async () => {
    const { ana, bo, cleo, costs } = await newBooks(swell);
    const body = dinnerOf([ana, bo, cleo], { key: randomUUID(), receipt: await receiptOf(ana, pdf()) });
    const replies = await Promise.all([ana.post(costs, body), ana.post(costs, body)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect(await fileOf(idOf(replies[0]))).toHaveLength(1);
  });
});
