import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket, connect } from "node:net";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../app.ts";
import { newTrip } from "../builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const noId = "-".repeat(36);
const someId = "0190a5b0-0000-7000-8000-000000000000";

test("an invalid photo path is refused in every call", async () => {
  const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"] });
  const fields = { name: "Peniche", location: "Portugal", startDate: "2026-08-01", endDate: "2026-08-02" };
  const photoUrl = `/objects/${noId}`;
  const replies = [
    await ana.patch("/api/auth/user", { profileImageUrl: photoUrl }),
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", photoUrl }),
    await ana.put(`/api/trips/${trip}`, { ...fields, photoUrl }),
    await ana.post("/api/trips", { ...fields, squadId: squad, photoUrl }),
  ];
  expect(replies.map(({ status, body }) => `${status} ${String(body["code"])}`)).toEqual(
    replies.map(() => "400 invalid_input"),
  );
});

test("an invented cursor is not a server error", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const days = ["2026-02-31", "0000-01-01", "9999-99-99"].map((day) => `${day}_${someId}`);
  const times = ["253402300800000", "999999999999999", "-99999999999999"].map((ms) => `${ms}_${someId}`);
  const nearDays = ["0001-01-01_0", "9999-12-31_9999999", "2026-02-31_1", "2026-01-01_99999999", "2026-01-01_-1"];
  for (const cursor of [...days, noId, ...nearDays.map((place) => `${place}_${someId}`)]) {
    for (const list of ["/api/trips", "/api/awards/all", `/api/trips/${trip}/members`]) {
      expect((await ana.get(`${list}?cursor=${cursor}`)).status).toBe(200);
    }
    for (const list of [`/api/trips/${trip}/media`, "/api/recent-media"]) {
      expect((await ana.get(`${list}?cursor=${cursor}`)).status).toBe(400);
    }
  }
  for (const cursor of times) {
    for (const list of [`/api/trips/${trip}/media`, `/api/trips/${trip}/trash`])
      expect((await ana.get(`${list}?cursor=${cursor}`)).status).toBe(400);
  }
  const names = Buffer.from(JSON.stringify(["a\0", "b", someId])).toString("base64url");
  expect((await ana.get(`/api/all-members?cursor=${names}`)).status).toBe(400);
});

test("a text that PostgreSQL cannot store is refused", async () => {
  const ana = await swell.person("ana");
  for (const name of ["Reef \u0000", "Reef \ud83c"])
    expect((await ana.post("/api/squads", { name })).body).toMatchObject({ code: "invalid_input" });
});

test("a name has no hidden characters, except those within emoji", async () => {
  const ana = await swell.person("ana");
  const hidden = ["Ana\u034F", "Ana\uFE0F", "A\u0007na", "\u001b[31mAna", "Ana\u{E0061}", "Ana\u{E0100}", "Ana\uFFF9"];
  const endless = ["🏴\u{E0061}\u{E007F}", "🌊\uFE0F\uFE0F\uFE0F"];
  const joined = [
    "Test\u200b",
    "\u202eana",
    "An\u00ada",
    "\u200dana",
    "🏄\u200d",
    "a\u200d🏄",
    "An\u200ca",
    "An\uFEFFa",
  ];
  for (const name of [...joined, ...hidden, ...endless]) {
    const { body } = await ana.post("/api/squads", { name });
    expect([name, body["error"]]).toEqual([name, "Please leave out invisible characters"]);
  }
  for (const name of ["Crew 🏄🏽‍♀️", "Family 👨‍👩‍👧‍👦", "Wales 🏴󠁧󠁢󠁷󠁬󠁳󠁿", "Ναζαρέ", "Mañana", "می\u200cخواهم", "1️⃣ ❤️", "क्\u200dष"])
    expect((await ana.post("/api/squads", { name })).body).toMatchObject({ name });
});

test("what looks like a space is one, and a name of such characters is empty", async () => {
  const ana = await swell.person("ana");
  for (const name of ["\u115F\u1160", "\u3164", "\u2800\u2800", "\uFFA0 \u00A0", "\u034F\u034F"]) {
    const { body } = await ana.post("/api/trips", {
      name,
      location: "Here",
      startDate: "2026-08-01",
      endDate: "2026-08-02",
    });
    expect([name, body["error"]]).toEqual([name, "Trip name is required"]);
  }
  for (const name of ["Ana\u3164", "Ana\u2800", "\u3000Ana\n", "Ana\uFFA0\u1160"])
    expect((await ana.post("/api/squads", { name })).body).toMatchObject({ name: "Ana" });
});

test("texts are kept in one form: NFC, and lines with single plain spaces", async () => {
  const ana = await swell.person("ana");
  const trip = await ana.post("/api/trips", {
    name: "Nazare\u0301 \u00A0\t 26",
    location: "Praia\r\nda\u2028\u200bVila\u0007",
    description: "Bring wax.\r\n\r\nAnd\u2029 cafe\u0301\u202e,\u001b \u200b👨‍👩‍👧‍👦\u2800!\n",
    startDate: "2026-08-01",
    endDate: "2026-08-02",
  });
  expect(trip.body).toMatchObject({
    name: "Nazaré 26",
    location: "Praia da Vila",
    description: "Bring wax.\n\nAnd\n café, 👨‍👩‍👧‍👦 !",
  });
  const at = `/api/trips/${String(trip.body["id"])}`;
  const category = await ana.post(`${at}/categories`, {
    name: "Best  e\u0301",
    description: "One\ntwo\u00ad",
    icon: "fas\u200b  fa-sun",
  });
  expect(category.body).toMatchObject({ name: "Best é", description: "One\ntwo", icon: "fas fa-sun" });
  expect((await ana.patch("/api/auth/user", { bio: "\u3164Salt\u200b" })).body).toMatchObject({ bio: "Salt" });
  const mood = await ana.patch(`${at}/members/me`, { mood: "So\u0308  happy\u202e" });
  expect(JSON.stringify(mood.body)).toContain("Sö happy");
});

test("a squad is deleted by its name in any spelling that looks the same", async () => {
  const ana = await swell.person("ana");
  const squad = String((await ana.post("/api/squads", { name: "Café Crew" })).body["id"]);
  // A name from before names were tidied.
  await swell.database.db.updateTable("squads").set({ name: "Café  Crew" }).where("id", "=", squad).execute();
  expect((await ana.delete(`/api/squads/${squad}`, { confirm: "Cafe\u0301 Crew" })).status).toBe(204);

  // A keyboard that writes marks on their own sends three characters for each of these letters.
  const long = "ể".repeat(100);
  const other = String((await ana.post("/api/squads", { name: long.normalize("NFD") })).body["id"]);
  expect((await ana.post(`/api/squads/${other}/leave`, { confirm: long.normalize("NFD") })).body).toEqual({
    deleted: true,
  });
});

test("the login page gets only a path on this site to return to", async () => {
  const wayTo = async (query: string) => (await swell.visitor.get(`/api/login${query}`)).headers["location"];
  expect(await wayTo("?return=%2Ftrips%3Fa%3D1")).toBe("/auth?return=%2Ftrips%3Fa%3D1");
  expect(await wayTo("?redirect=%2Fawards")).toBe("/auth?return=%2Fawards");
  for (const query of [
    "",
    "?return=/",
    "?return=https://evil.example",
    "?return=//evil.example",
    "?return=/a&return=/b",
  ])
    expect(await wayTo(query)).toBe("/auth");
});

test("a host that is none causes no fault", async () => {
  const logged: string[] = [];
  const webDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-web-"));
  await writeFile(path.join(webDir, "index.html"), "<main><!--page--></main>");
  await mkdir(path.join(webDir, ".drawing"));
  await writeFile(path.join(webDir, ".drawing/draw-page.js"), "export const drawPage = async () => '';");
  const logTo = { write: (line: string) => void logged.push(line) };
  const odd = await openTestApp({ LOG_LEVEL: "warn" }, swell.database, { webDir, logTo });
  const ana = await odd.confirm(await odd.person("ana"));
  const squadId = String((await ana.post("/api/squads", { name: "Dawn Patrol" })).body["id"]);
  for (const host of ["no host", "[", "a:b:c", "%", "x:99999999"]) {
    const replies = [
      await ana.get("/dashboard", undefined, { host }),
      await odd.visitor.get("/auth", undefined, { host }),
      await ana.get(`/api/squads/${squadId}`, undefined, { host }),
      await ana.post("/api/squad-invites", { squadId, emails: [`${Math.random()}@example.org`] }, { host }),
      await ana.post("/api/email/link", {}, { host }),
      await odd.visitor.post("/api/password/forgot", { email: ana.email }, { host }),
      await odd.visitor.post("/api/passkeys/sign-in/options", {}, { host }),
    ];
    expect(
      replies.filter(({ status }) => status >= 500).map(({ text }) => text),
      host,
    ).toEqual([]);
  }
  await odd.close();
  await rm(webDir, { recursive: true });
  expect(logged.filter((line) => line.includes('"stack"'))).toEqual([]);
});

/** Sends text over a socket, and returns the whole answer. */
async function exchange(text: string): Promise<string> {
  if (!swell.app.server.listening) await swell.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = swell.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (part) => (answer += part.toString()));
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

test.each([
  [
    "an address of 20,000 characters",
    `GET /api/trips/${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    431,
    "headers_too_long",
  ],
  [
    "a header of 20,000 characters",
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "headers_too_long",
  ],
  ["an unknown method", "SURF / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request"],
  ["the method TRACE", "TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404, "not_found"],
  [
    "two lengths",
    "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
    "bad_request",
  ],
  ["no host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "bad_request"],
])("a request with %s gets an answer in the error form", async (_, request, status, code) => {
  const [head = "", body = ""] = (await exchange(request)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain("content-type: application/json; charset=utf-8");
  expect(JSON.parse(body)).toEqual({ error: expect.any(String), code, key: expect.any(String) });
});

test("an expectation that the server does not know is ignored", async () => {
  const answer = await exchange("GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: waves\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("a request whose sender is gone is no server error", async () => {
  const limited = await openTestApp({ RATE_LIMITS: "on" });
  const status = new Promise<number>((resolve) => {
    limited.app.addHook("onSend", async (_request, reply) => resolve(reply.statusCode));
  });
  await limited.app.ready();
  // A socket that is not connected has no address, like that of a sender who has left.
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "POST", url: "/api/login" });
  request.headers.host = "trips.example";
  limited.app.routing(request, new ServerResponse(request));
  expect(await status).toBe(400);
  await limited.close();
});

test("a URL that cannot be decoded gets 404", async () => {
  for (const url of ["/%", "/objects/%", "/api/squads/%E0%A4%A", "/%ff%fe"]) {
    const reply = await swell.visitor.get(url);
    expect(`${url} ${reply.status} ${reply.text}`).toBe(
      `${url} 404 {"error":"Not found","code":"not_found","key":"not_found"}`,
    );
  }
});

test("an id that is no id names nothing, in files and uploads too", async () => {
  const ana = await swell.person("ana");
  for (const id of ["x", "%00", "x".repeat(20_000)]) {
    for (const [method, path] of [
      ["GET", "/objects"],
      ["PUT", "/api/uploads"],
      ["PATCH", "/api/uploads"],
    ] as const) {
      const reply = await swell.app.inject({ method, url: `${path}/${id}`, headers: { cookie: ana.cookie } });
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ code: "not_found" });
    }
  }
});

test("HEAD on the live stream opens no stream", async () => {
  const ana = await swell.person("ana");
  const reply = await swell.app.inject({ method: "HEAD", url: "/api/live", headers: { cookie: ana.cookie } });
  expect(reply.statusCode).toBe(404);
  expect(swell.parts.live.openFor(ana.id)).toBe(0);
});

test("prototype fields in JSON are refused, and deep nesting does no harm", async () => {
  const ana = await swell.person("ana");
  const json = { "content-type": "application/json" };
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect((await ana.post("/api/squads", '{"name":"Reef","__proto__":{"isPublic":true}}', json)).status).toBe(400);
  expect((await ana.post("/api/squads", '{"name":"Reef","constructor":{"prototype":{"a":1}}}', json)).status).toBe(400);
  expect((await ana.post("/api/squads", `{"name":"Reef","more":${deep}}`, json)).body).toMatchObject({ name: "Reef" });
  expect((await ana.post("/api/squads", deep, json)).status).toBe(400);
});

test("forwarded headers are ignored without TRUST_PROXY", async () => {
  const { ana, squad } = await newTrip(swell, { crew: ["ana"] });
  const forwarded = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.example",
  };
  const { body } = await ana.get(`/api/squads/${squad}`, undefined, { host: "trips.example", ...forwarded });
  expect(String(body["squad"]!["inviteUrl"])).toMatch(/^http:\/\/trips\.example\/join-squad\//);
  const posing = { host: "trips.example", origin: "https://evil.example", ...forwarded };
  expect((await ana.post("/api/squads", { name: "Reef" }, posing)).body).toMatchObject({ code: "cross_site" });
});

test("method override headers and parameters are ignored", async () => {
  const { ana, squad } = await newTrip(swell, { crew: ["ana"] });
  const override = { "x-http-method-override": "DELETE", "x-method-override": "DELETE" };
  await ana.post(`/api/squads/${squad}?_method=DELETE`, { confirm: "Dawn Patrol" }, override);
  expect((await ana.get(`/api/squads/${squad}`)).status).toBe(200);
});

test("no path leads outside the web's files", async () => {
  for (const url of ["/assets/../../package.json", "/objects/../../../etc/passwd", "/assets/..%2f..%2fpackage.json"]) {
    // A raw socket, because an HTTP client would normalize the path.
    const answer = await exchange(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  }
});
