import { once } from "node:events";
import { type IncomingMessage, get } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Client, type TestApp, type TestPerson, client, openTestApp } from "../../testing/app.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";

// What ends a session happens at one server, and its page listens at the other.
let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  one = await openTestApp();
  two = await openTestApp({}, one.database);
  await two.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** A page's stream until the end of the test. `all` waits until the server has ended it, and returns its text. */
async function openPage({ cookie }: { cookie: string }) {
  const { port } = two.app.server.address() as AddressInfo;
  const request = get({ port, path: "/api/live", headers: { cookie } });
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { all: () => text(response) };
}

const login = ({ email, password }: TestPerson, from = "") =>
  client(one.app, from).post("/api/login", { email, password });

const resetOf = async (person: TestPerson) => {
  await one.visitor.post("/api/password/forgot", { email: person.email });
  return linkIn(await mailTo(one.parts.config.dataDir, person.email)).searchParams.get("token");
};

const newcomer = { email: "new@example.org", firstName: "New", lastName: "Here", password: "new here too" };

test.each<[string, (ana: TestPerson, ben: TestPerson, here: Client) => Promise<unknown>]>([
  ["its person logs out", async (_, __, here) => here.post("/api/logout", {})],
  ["somebody else logs in in its browser", async (_, ben, here) => login(ben, here.cookie)],
  ["its person logs in again in its browser", async (ana, _, here) => login(ana, here.cookie)],
  ["somebody registers in its browser", async (_, __, here) => here.post("/api/register", newcomer)],
  [
    "somebody's mailed link sets a password in its browser",
    async (_, ben, here) => here.post("/api/password/reset", { token: await resetOf(ben), password: "brand new one" }),
  ],
  [
    "its person sets a new password elsewhere",
    async (ana) => one.visitor.post("/api/password/reset", { token: await resetOf(ana), password: "brand new one" }),
  ],
  [
    "its person changes the password elsewhere",
    async (ana) => {
      const cookie = [(await login(ana)).headers["set-cookie"]].flat().join().split(";")[0]!;
      const passwords = { current: ana.password, password: "brand new one" };
      return client(one.app, cookie).post("/api/password/change", passwords);
    },
  ],
  [
    "its person deletes the account elsewhere",
    async (ana) => {
      const cookie = [(await login(ana)).headers["set-cookie"]].flat().join().split(";")[0]!;
      return client(one.app, cookie).delete("/api/account", { confirm: ana.email, password: ana.password });
    },
  ],
])("a stream says that it is over, and nothing else, when %s", async (_, act) => {
  const { ana, ben } = await one.people("ana", "ben");
  const page = await openPage(ana);
  const reply = await act(ana, ben, client(one.app, ana.cookie));
  expect(reply).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
  const told = await page.all();
  expect(told).toContain(`"person":"${ana.id}"`);
  expect(told).toContain("event: over\n");
  // Its page would ask for what it may not have any more.
  expect(told).not.toMatch(/event: refresh|"kind":/);
});
