import { once } from "node:events";
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { browserOf } from "../../testing/browser.ts";
import { newSquad } from "../../testing/builders.ts";
import { newSeat } from "../../testing/seats.ts";
import { signInAtProvider } from "../../../try/stand-ins/identity-provider-pages.ts";
import { type StandInProvider, startIdentityProvider } from "../../../try/stand-ins/identity-provider.ts";

let provider: StandInProvider;
let swell: TestApp;
beforeAll(async () => {
  provider = await startIdentityProvider();
  provider.allow("http://localhost/api/auth/google/callback");
  await provider.stop();
  swell = await openTestApp({ ...provider.environment, PUBLIC_URL: "http://localhost" });
});
afterAll(async () => {
  await swell.close();
  await provider.stop();
});

const down = "/auth?error=provider_unavailable";

/** A server whose provider answers like this, with a count of its requests. */
async function openWith(answer: RequestListener) {
  let asked = 0;
  const server = createServer((request, reply) => {
    asked += 1;
    answer(request, reply);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = await openTestApp(
    { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "us", OIDC_CLIENT_SECRET: "hush" },
    swell.database,
  );
  return {
    begin: async () => (await browserOf(app.app).open("/api/auth/google")).location,
    asked: () => asked,
    async close() {
      await app.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

test("a seat hears that the provider does not answer, and stays a seat", async () => {
  const { squad } = await newSquad(swell, "ana");
  const seat = await newSeat(swell, { squad });
  const gone = await openTestApp({ ...provider.environment, OIDC_ISSUER: "http://127.0.0.1:9" }, swell.database);
  try {
    const browser = browserOf(gone.app);
    browser.cookies.set("session", seat.cookie.slice("session=".length));
    const { location } = await browser.open("/api/auth/google/keep?return=%2Faccount");
    expect(location).toBe("/account?error=keep_failed&reason=unavailable");
    expect((await browser.ask("/api/auth/user"))!["isSeat"]).toBe(true);
  } finally {
    await gone.close();
  }
});

test("the server starts without its provider, and uses it once it is up", async () => {
  const browser = browserOf(swell.app);
  expect((await browser.open("/api/auth/google?return=%2Fawards")).location).toBe(
    "/auth?return=%2Fawards&error=provider_unavailable",
  );
  const { body } = await swell.visitor.get("/api/public/config");
  expect(body["identityProvider"]).toEqual({ name: "Google", slug: "google" });
  const bo = await swell.person("bo");
  expect((await bo.get("/api/account/identities")).body).toMatchObject({ canLink: { name: "Google" } });
  await bo.post("/api/password/proof", { password: bo.password });
  expect((await bo.get("/api/auth/google/link?return=%2Faccount")).headers["location"]).toBe(
    "/account?error=link_failed&reason=unavailable",
  );

  await provider.start();
  provider.people.set("kai", { email: "kai@example.org", email_verified: true, name: "Kai Berg" });
  await expect
    .poll(async () => (await browser.open("/api/auth/google")).location, { timeout: 8000, interval: 250 })
    .toContain(provider.issuer);

  // The provider goes down during a flow, and stays down.
  const { location } = await browser.open("/api/auth/google");
  const callback = await signInAtProvider(location, { login: "kai" });
  await provider.stop();
  expect((await browser.open(callback)).location).toBe(down);
  await sleep(3100);
  expect((await browser.open("/api/auth/google")).location).toBe(down);
});

test("a failing provider is asked once for many sign-ins", async () => {
  const busy = await openWith((_, reply) => reply.writeHead(503).end());
  const answers = await Promise.all(Array.from({ length: 10 }, () => busy.begin()));
  expect(new Set(answers)).toEqual(new Set([down]));
  for (let i = 0; i < 10; i++) expect(await busy.begin()).toBe(down);
  expect(busy.asked()).toBe(1);
  await busy.close();
});

test("a silent provider times out, and a bad response fails at once", async () => {
  const silent = await openWith(() => undefined);
  const nonsense = await openWith((_, reply) => reply.setHeader("content-type", "application/json").end('{"issuer":'));
  const html = await openWith((_, reply) => reply.setHeader("content-type", "text/html").end("<h1>Welcome</h1>"));
  // Metadata that names another issuer.
  const liar = await openWith((_, reply) =>
    reply
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ issuer: "https://evil.test", authorization_endpoint: "https://evil.test/auth" })),
  );
  const since = Date.now();
  const first = silent.begin();
  for (const other of [nonsense, html, liar]) expect(await other.begin()).toBe(down);
  expect(await first).toBe(down);
  expect(Date.now() - since).toBeLessThan(15_000);
  for (const one of [silent, nonsense, html, liar]) await one.close();
}, 30_000);
