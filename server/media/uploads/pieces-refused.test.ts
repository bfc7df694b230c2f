import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp, TestPerson } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { type ForPieces, limit, openForPieces } from "../fixtures/pieces-world.ts";
import { announce, arrived, largePng, patch, sha256 } from "../fixtures/pieces.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { addressFor, put } from "../fixtures/uploading.ts";

let world: ForPieces;
let swell: TestApp;
let ana: TestPerson;
let bo: TestPerson;
beforeAll(async () => {
  world = await openForPieces();
  ({ swell, ana, bo } = world);
});
afterAll(() => world.close());
const register = (who: TestPerson, url: string) => world.register(who, url);
const expectWhole = (who: TestPerson, url: string, bytes: Buffer) => world.expectWhole(who, url, bytes);

describe("a sender", () => {
  test("who does not own the upload learns and changes nothing", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length);
    await patch(swell, ana, url, 0, bytes.subarray(0, 1000));
    expect((await arrived(swell, bo, url)).status).toBe(404);
    expect((await patch(swell, bo, url, 1000, bytes.subarray(1000))).status).toBe(404);
    expect((await patch(swell, swell.visitor as TestPerson, url, 1000, bytes.subarray(1000))).status).toBe(401);
    expect((await register(bo, url)).body["code"]).toBe("upload_missing");
    expect((await patch(swell, ana, url, 1000, bytes.subarray(1000))).status).toBe(204);
    expect((await register(bo, url)).body["code"]).toBe("upload_missing");
    await expectWhole(ana, url, bytes);
  });

  test.each([
    ["an offset after a gap", { "upload-offset": "2000" }, 409, "conflict"],
    ["offset 0 again", { "upload-offset": "0" }, 409, "conflict"],
    ["an offset after the end", { "upload-offset": "90000" }, 409, "conflict"],
    ["no offset", { "upload-offset": "" }, 400, "invalid_input"],
    ["a negative offset", { "upload-offset": "-1" }, 400, "invalid_input"],
    ["a wrong content type", { "content-type": "image/png" }, 415, "unsupported_type"],
    ["a cross-site request", { "sec-fetch-site": "cross-site" }, 403, "cross_site"],
  ])("with %s is refused, and the arrived bytes stay", async (_what, headers, status, code) => {
    const url = await announce(ana, 5000);
    await patch(swell, ana, url, 0, Buffer.alloc(1000));
    expect(await patch(swell, ana, url, 1000, Buffer.alloc(500), headers)).toMatchObject({ status, body: { code } });
    expect((await arrived(swell, ana, url)).offset).toBe(1000);
  });

  test("of more bytes than announced is refused", async () => {
    const url = await announce(ana, 5000);
    expect(await patch(swell, ana, url, 0, Buffer.alloc(5001))).toMatchObject({ status: 413 });
    const { port } = swell.app.server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: "PATCH",
      headers: { cookie: ana.cookie, "content-type": "application/offset+octet-stream", "upload-offset": "0" },
      body: new ReadableStream({
        start: (controller) => {
          for (let n = 0; n < 6; n++) controller.enqueue(new Uint8Array(1000));
          controller.close();
        },
      }),
      duplex: "half",
    });
    expect(reply.status).toBe(413);
    expect((await arrived(swell, ana, url)).offset).toBeLessThanOrEqual(5000);
  });

  test.each(["..%2f..%2fetc%2fpasswd", "%00", "0190A5B0-0000-7000-8000-000000000000", "x.pieces"])(
    "with the made-up id %s gets 404",
    async (id) => {
      expect((await arrived(swell, ana, `/api/uploads/${id}`)).status).toBe(404);
      expect((await patch(swell, ana, `/api/uploads/${id}`, 0, Buffer.alloc(1))).status).toBe(404);
    },
  );

  test("cannot send pieces to an address for a whole file", async () => {
    const address = (await addressFor(ana)).split("?")[0]!;
    expect((await arrived(swell, ana, address)).status).toBe(404);
    expect((await patch(swell, ana, address, 0, await jpeg())).status).toBe(404);
  });

  test("is limited in the size of a file and in unfinished uploads", async () => {
    const [cleo, dora, erin] = [await swell.person("cleo"), await swell.person("dora"), await swell.person("erin")];
    // Accounts of the first week have less room.
    await sql`update people set created_at = now() - interval '8 days'`.execute(swell.database.db);
    const video = { size: 512 * 1024 * 1024, fileType: "video/mp4" };
    expect(await cleo.post("/api/uploads", { size: limit + 1, fileType: "image/png" })).toMatchObject({ status: 413 });
    expect(await cleo.post("/api/uploads", { ...video, size: video.size + 1 })).toMatchObject({ status: 413 });
    expect((await cleo.post("/api/uploads", { size: 0 })).status).toBe(400);
    const announced: string[] = [];
    for (let n = 0; n < 8; n++) announced.push(await announce(cleo, video.size, video));
    const error = expect.stringContaining("never finished");
    const tooMany = { status: 429, body: { code: "too_many_requests", error } };
    expect(await cleo.post("/api/uploads", video)).toMatchObject(tooMany);
    expect(await put(swell, cleo, await addressFor(cleo), await jpeg())).toMatchObject(tooMany);
    await cleo.delete(announced[0]!);
    expect((await cleo.post("/api/uploads", video)).status).toBe(201);
    // Small ones count too.
    await sql`insert into uploads (id, user_id, size)
      select gen_random_uuid(), ${dora.id}, 1 from generate_series(1, 499)`.execute(swell.database.db);
    expect((await dora.post("/api/uploads", { size: 1 })).status).toBe(201);
    expect(await dora.post("/api/uploads", { size: 1 })).toMatchObject(tooMany);
    const flood = await Promise.all(Array.from({ length: 60 }, () => erin.post("/api/uploads", video)));
    expect(flood.filter(({ status }) => status === 201)).toHaveLength(8);
  });

  test("who left the squad can finish an upload, and cannot register it there", async () => {
    const made = await newTrip(swell, { crew: ["ana", "bo"] });
    const bytes = await largePng();
    const url = await announce(made.bo!, bytes.length);
    await patch(swell, made.bo!, url, 0, bytes.subarray(0, 1000));
    await made.ana.delete(`/api/squads/${made.squad}/members/${made.bo!.id}?trips=leave`);
    expect((await patch(swell, made.bo!, url, 1000, bytes.subarray(1000))).status).toBe(204);
    expect((await made.bo!.put(`/api/trips/${made.trip}/media`, { mediaURL: url })).status).toBe(404);
  });
});

test("a page learns which files an album has, and nothing of other albums", async () => {
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  const [inTrip, inSquad] = [await jpeg(), await jpeg()];
  const sums = [inTrip, inSquad, Buffer.from("nowhere")].map(sha256);
  const send = async (album: string, bytes: Buffer) => {
    const url = await addressFor(made.ana);
    await put(swell, made.ana, url, bytes);
    await made.ana.put(`${album}/media`, { mediaURL: url });
  };
  await send(`/api/trips/${made.trip}`, inTrip);
  await send(`/api/squads/${made.squad}`, inSquad);
  const known = async (who: TestPerson, album: string) =>
    (await who.post(`${album}/media/known`, { sha256: sums })).body;
  expect(await known(made.bo!, `/api/trips/${made.trip}`)).toEqual({ known: [sums[0]] });
  expect(await known(made.bo!, `/api/squads/${made.squad}`)).toEqual({ known: [sums[1]] });
  expect(await known(ana, `/api/trips/${world.trip}`)).toEqual({ known: [] });
  expect(await known(ana, `/api/trips/${made.trip}`)).toMatchObject({ code: "not_found" });
});
