import { connect } from "node:net";
import type { AddressInfo } from "node:net";
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
  for (const cursor of [...days, noId]) {
    for (const list of ["/api/trips", "/api/awards/all", `/api/trips/${trip}/members`]) {
      expect((await ana.get(`${list}?cursor=${cursor}`)).status).toBe(200);
    }
    for (const list of [`/api/trips/${trip}/media`, "/api/recent-media"]) {
      expect((await ana.get(`${list}?cursor=${cursor}`)).status).toBe(400);
    }
  }
});

test("a URL that cannot be decoded gets 404", async () => {
  for (const url of ["/%", "/objects/%", "/api/squads/%E0%A4%A", "/%ff%fe"]) {
    const reply = await swell.visitor.get(url);
    expect(`${url} ${reply.status} ${reply.text}`).toBe(`${url} 404 {"error":"Not found","code":"not_found"}`);
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
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = swell.app.server.address() as AddressInfo;
  for (const url of ["/assets/../../package.json", "/objects/../../../etc/passwd", "/assets/..%2f..%2fpackage.json"]) {
    // A raw socket, because an HTTP client would normalize the path.
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      let text = "";
      socket.on("data", (part) => (text += part.toString()));
      socket.on("end", () => resolve(text));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  }
});
