import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Network } from "../platform/http/public-network.ts";
import { type TestApp, type TestPerson, openTestApp } from "../testing/app.ts";
import { jpeg, stored } from "../media/fixtures/pictures.ts";
import { open } from "../media/fixtures/uploading.ts";

const pem = readFileSync(new URL("../platform/http/fixtures/photos.example.pem", import.meta.url), "utf8");
const files = new Map<string, Buffer>();
const server = createServer({ key: pem, cert: pem }, ({ url }, reply) => reply.end(files.get(url!) ?? "<html>"));
const network: Network = {
  resolve: async (host) => [host.startsWith("inside") ? "10.0.0.7" : "127.0.0.1"],
  isAllowed: (address) => address === "127.0.0.1",
  ca: pem,
  timeoutMs: 5000,
};

let swell: TestApp;
let ana: TestPerson;
let squad: string;
let site: string;
beforeAll(async () => {
  files.set("/covers/big%20wave.hta?w=900", await jpeg());
  files.set("/torn.jpg", (await jpeg()).subarray(0, 3000));
  files.set("/wave.mp4", stored("videos/wave.mp4"));
  files.set("/huge.jpg", Buffer.concat([await jpeg(), Buffer.alloc(2_000_000)]));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  site = `photos.example:${(server.address() as AddressInfo).port}`;
  swell = await openTestApp({ MAX_IMAGE_BYTES: "1048576" }, undefined, { network });
  ana = await swell.person("ana");
  squad = `/api/squads/${String((await ana.post("/api/squads", { name: "Dawn Patrol" })).body["id"])}`;
});
afterAll(async () => {
  await swell.close();
  server.closeAllConnections();
  server.close();
});

const save = (who: TestPerson, photoUrl: string | null) => who.put(squad, { name: "Dawn Patrol", photoUrl });

test("the photo at a typed link becomes a file of the squad", async () => {
  const saved = await save(ana, `https://${site}/covers/big%20wave.hta?w=900`);
  expect(saved).toMatchObject({ status: 200, body: { photoUrl: expect.stringMatching(/^\/objects\/[0-9a-f-]{36}$/) } });
  const path = String(saved.body["photoUrl"]);
  const cover = await open(swell, ana, `${path}?download=1`);
  expect(cover.headers["content-disposition"]).toContain('filename="big wave.jpg"');
  expect(cover.bytes.equals(files.get("/covers/big%20wave.hta?w=900")!)).toBe(true);
  // A save with that path changes nothing.
  expect((await save(ana, path)).body["photoUrl"]).toBe(path);
});

test.each([
  ["/page.html", "There is no photo at this link."],
  ["/wave.mp4", "There is no photo at this link."],
  ["/torn.jpg", "This photo is damaged or incomplete. Please choose the original file again."],
  ["/huge.jpg", "The photo at this link is too large: at most 1 MB, please."],
])("%s answers 422: %s", async (path, sentence) => {
  const before = (await ana.get(squad)).body["squad"]!["photoUrl"];
  expect(await save(ana, `https://${site}${path}`)).toMatchObject({
    status: 422,
    body: { error: sentence, code: "unusable_link", issues: [{ path: "photoUrl", message: sentence }] },
  });
  expect((await ana.get(squad)).body["squad"]!["photoUrl"]).toBe(before);
  const left = await swell.database.db.selectFrom("uploads").select("id").where("media_id", "is", null).execute();
  expect(left).toEqual([]);
});

test("links to this network, and plain http, answer 422", async () => {
  for (const link of ["https://inside.photos.example/wave.jpg", "https://2852039166/latest/meta-data"])
    expect(await save(ana, link)).toMatchObject({
      status: 422,
      body: { error: "This link does not lead to a public site." },
    });
  expect(await save(ana, `http://${site}/wave.jpg`)).toMatchObject({
    status: 422,
    body: { error: "Please use a link that begins with https://." },
  });
});

test("a link from a person who may not see the squad answers 404", async () => {
  const bo = await swell.person("bo");
  expect((await save(bo, `https://${site}/covers/big%20wave.hta?w=900`)).status).toBe(404);
});

test("one person's links are limited", async () => {
  const limited = await openTestApp({ RATE_LIMITS: "on" }, undefined, { network });
  const cleo = await limited.person("cleo");
  const own = `/api/squads/${String((await cleo.post("/api/squads", { name: "Salt & Sand" })).body["id"])}`;
  const body = { name: "Salt & Sand", photoUrl: "https://inside.photos.example/" };
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await cleo.put(own, body)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
  await limited.close();
});
