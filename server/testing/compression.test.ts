import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type TestApp, type TestPerson, openTestApp } from "./app.ts";
import { newTrip } from "./builders.ts";

const bar = "<nav>Home Home Home Home</nav>";
const shown = "<main>Boards boards boards boards</main>";
const drawing = `export const drawPage = async () => "<div>${bar}${shown}${bar}</div>";`;

let webDir: string;
let swell: TestApp;
let ana: TestPerson;
let trip: string;
let squad: string;
beforeAll(async () => {
  webDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-web-"));
  await writeFile(path.join(webDir, "index.html"), "<title>Swellmates</title><!--first--><!--page-->");
  await mkdir(path.join(webDir, ".drawing"));
  await writeFile(path.join(webDir, ".drawing/draw-page.js"), drawing);
  swell = await openTestApp({}, undefined, { webDir });
  ({ ana, trip, squad } = await newTrip(swell, { crew: ["ana"] }));
});
afterAll(async () => {
  await swell.close();
  await rm(webDir, { recursive: true });
});

const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(calls);
const compressedCalls = endpoints.filter(([, { isCompressed }]) => isCompressed);

const ask = (url: string, encodings: string) =>
  swell.app.inject({ url, headers: { cookie: ana.cookie, "accept-encoding": encodings } });

/** The names of all fields in a JSON schema. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === "properties" ? Object.keys(value as object) : []),
    ...fieldsOf(value),
  ]);
}

test.each(compressedCalls)("the compressed reply of %s names no secret", (_name, { reply }) => {
  const fields = fieldsOf(z.toJSONSchema(reply!, { io: "output", unrepresentable: "any" }));
  // Invite links, addresses of people, tokens, and the viewer's own vote.
  expect(fields.filter((field) => /mail$|invite.*(url|code)|token|secret|nominee/i.test(field))).toEqual([]);
});

test("a trip page is compressed, and says the same", async () => {
  await ana.put(`/api/trips/${trip}`, {
    name: "Ericeira",
    location: "Ericeira",
    description: "Coffee before waves. ".repeat(60),
    startDate: "2026-07-01T00:00:00.000Z",
    endDate: "2026-07-08T00:00:00.000Z",
  });
  const plain = await ask(`/api/trips/${trip}`, "identity");
  const packed = await ask(`/api/trips/${trip}`, "gzip, deflate, br");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(packed.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
  expect(String(brotliDecompressSync(packed.rawPayload))).toBe(plain.payload);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
});

test("a document is compressed in parts, and parts with a secret are stored", async () => {
  for (const url of [`/trips/${trip}`, `/trips/${trip}/awards`, `/squads/${squad}`]) {
    const plain = await ask(url, "identity");
    const packed = await ask(url, "gzip, deflate, br");
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    const withoutTime = (html: string) => html.replace(/"at":\d+/, "");
    expect(withoutTime(String(gunzipSync(packed.rawPayload)))).toBe(withoutTime(plain.payload));
    // The address of the viewer stands in all of them.
    expect(packed.rawPayload.includes(ana.email)).toBe(true);
  }
  const trips = await ask(`/trips/${trip}`, "gzip");
  expect(trips.rawPayload.includes("Coffee before waves. Coffee before waves.")).toBe(false);
  const squads = await ask(`/squads/${squad}`, "gzip");
  expect(squads.rawPayload.includes("invite=")).toBe(true);
});

test("a drawn page is compressed as its first answer is", async () => {
  const drawn = async (url: string) => {
    const { rawPayload } = await ask(url, "gzip");
    expect(String(gunzipSync(rawPayload))).toContain(`<div>${bar}${shown}${bar}</div>`);
    return [bar, shown].map((text) => rawPayload.includes(text));
  };
  expect(await drawn("/dashboard")).toEqual([true, true]);
  expect(await drawn(`/trips/${trip}`)).toEqual([false, false]);
});

test.each([
  ["an invite link", () => `/api/squads/${squad}`],
  ["the viewer's votes", () => `/api/trips/${trip}/ballot`],
  ["texts of several squads", () => "/api/dashboard"],
  ["an address", () => "/api/auth/user"],
])("a reply with %s is not compressed", async (_secret, url) => {
  const { statusCode, headers } = await ask(url(), "gzip, br");
  expect([statusCode, headers["content-encoding"], headers["vary"]]).toEqual([200, undefined, undefined]);
});
