import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personHeader } from "#contract/person-header.ts";
import { type TestApp, type TestPerson, client, openTestApp } from "../../testing/app.ts";

let swell: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  swell = await openTestApp();
  ({ ana, ben } = await swell.people("ana", "ben"));
});
afterAll(() => swell.close());

const refused = { status: 401, body: { code: "other_person", error: "Somebody else is logged in here now." } };
const pageOf = ({ id }: TestPerson) => ({ [personHeader]: id });
const tokenOf = ({ cookie }: { cookie: string }) => decodeURIComponent(cookie.split("=")[1]!);

test("a session from before the token named its person is compared in the database", async () => {
  const token = "an-old-token-of-256-bits-without-its-person";
  await swell.database.db
    .insertInto("sessions")
    .values({ token_hash: hash("sha256", token, "buffer"), user_id: ben.id, expires_at: new Date(Date.now() + 60_000) })
    .execute();
  const old = client(swell.app, `session=${token}`);
  expect((await old.get("/api/auth/user")).body["id"]).toBe(ben.id);
  expect((await old.get("/api/auth/user", undefined, pageOf(ben))).status).toBe(200);
  expect(await old.post("/api/squads", { name: "Not mine" }, pageOf(ana))).toMatchObject(refused);
});

test("a token that was changed to name somebody else opens nothing", async () => {
  const forged = client(swell.app, `session=${tokenOf(ben).replace(ben.id, ana.id)}`);
  for (const headers of [pageOf(ana), pageOf(ben), {}])
    expect((await forged.get("/api/auth/user", undefined, headers)).body["code"]).toBe("not_signed_in");
});

test("a page whose session is over is told so, whoever was logged in last", async () => {
  const gone = await swell.person("gone");
  await gone.delete("/api/sessions");
  await swell.database.db.deleteFrom("sessions").where("user_id", "=", gone.id).execute();
  for (const who of [gone, swell.visitor]) {
    expect((await who.get("/api/squads", undefined, pageOf(ana))).body["code"]).toBe("not_signed_in");
    expect((await who.get("/api/public/config", undefined, pageOf(ana))).status).toBe(200);
  }
});

test.each(["", "ana", "0190a5b0-0000-7000-8000-000000000000", "toString"])("a page of %j is nobody's", async (name) => {
  expect(await ben.get("/api/auth/user", undefined, { [personHeader]: name })).toMatchObject(refused);
});

test.each(["PUT", "PATCH", "HEAD"] as const)(
  "the bytes of an upload are refused for another page: %s",
  async (method) => {
    const asked = method === "PUT" ? ["/api/objects/upload", {}] : ["/api/uploads", { size: 100 }];
    const url = String((await ben.post(String(asked[0]), asked[1])).body["uploadURL"]);
    const type = method === "PATCH" ? "application/offset+octet-stream" : "image/png";
    const headers = { cookie: ben.cookie, "content-type": type, "upload-offset": "0" };
    const send = (more: object) =>
      swell.app.inject({
        method,
        url,
        headers: { ...headers, ...more },
        ...(method !== "HEAD" && { payload: Buffer.alloc(100) }),
      });
    expect((await send(pageOf(ana))).statusCode).toBe(401);
    // The same bytes reach the check of the file. These are no picture.
    expect((await send(pageOf(ben))).statusCode).toBe(method === "HEAD" ? 200 : 415);
  },
);

test("a login in place of somebody else clears what the browser has cached of them", async () => {
  const login = (from: string) =>
    client(swell.app, from).post("/api/login", { email: ben.email, password: ben.password });
  expect((await login(ana.cookie)).headers["clear-site-data"]).toBe('"cache"');
  expect((await login(ben.cookie)).headers["clear-site-data"]).toBeUndefined();
  expect((await login("")).headers["clear-site-data"]).toBeUndefined();
  // Her session has ended on the server, too.
  expect((await ana.get("/api/auth/user")).status).toBe(401);
});
