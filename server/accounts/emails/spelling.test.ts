import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, client, openTestApp, rows } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";

let swell: TestApp;
let dataDir: string;
beforeAll(async () => {
  swell = await openTestApp();
  ({ dataDir } = swell.parts.config);
});
afterAll(() => swell.close());

const password = "likes-waves";
const register = (email: string) =>
  swell.visitor.post("/api/register", { firstName: "Ana", lastName: "Berg", email, password });
const login = (email: string) => swell.visitor.post("/api/login", { email, password });
const clientOf = (reply: Awaited<ReturnType<typeof login>>) =>
  client(swell.app, [reply.headers["set-cookie"]].flat().map(String)[0]!.split(";")[0]!);

test("an address can have an international domain, and any spelling of it opens", async () => {
  const made = await register("one@bücher.example");
  expect(made).toMatchObject({ status: 201, body: { email: "one@bücher.example" } });
  const greeted = await mailTo(dataDir, "one@xn--bcher-kva.example", 1, true);
  expect(greeted.to).toEqual([{ name: "", address: "one@xn--bcher-kva.example" }]);
  for (const email of [
    "one@xn--bcher-kva.example",
    "ONE@BÜCHER.Example",
    "one@bu\u0308cher。example",
    "ｏｎｅ＠bücher.example",
  ]) {
    expect([email, (await login(email)).status]).toEqual([email, 200]);
    expect([email, (await register(email)).body["code"]]).toEqual([email, "email_taken"]);
  }
  await swell.visitor.post("/api/password/forgot", { email: "one@xn--bcher-kva.example" });
  expect((await mailTo(dataDir, "one@xn--bcher-kva.example")).text).toContain("Hi Ana");
  const deleted = await clientOf(made).delete("/api/account", { confirm: " one@XN--bcher-kva.example", password });
  expect(deleted.status).toBe(204);
});

test("a domain that was typed in ASCII is shown in its own letters", async () => {
  const made = await register("two@example.xn--p1ai");
  expect(made).toMatchObject({ status: 201, body: { email: "two@example.рф" } });
  const ana = clientOf(made);
  expect((await ana.post("/api/email/change", { email: "two@example.XN--P1AI", password })).status).toBe(400);
  expect((await ana.post("/api/email/change", { email: "two@xn--e1afmkfd.xn--p1ai", password })).status).toBe(204);
  expect((await ana.get("/api/account")).body).toMatchObject({ newEmail: "two@пример.рф" });
  const token = linkIn(await mailTo(dataDir, "two@xn--e1afmkfd.xn--p1ai")).searchParams.get("token");
  expect((await ana.post("/api/email/confirm", { token })).body).toEqual({ email: "two@пример.рф", changed: true });
});

test("an address is taken out of what people paste for it", async () => {
  expect((await register("Person Three <mailto:three@example.org?subject=Trip>")).body).toMatchObject({
    email: "three@example.org",
  });
  for (const email of [
    "\u200Bthree@example.org\u200B",
    "“three@example.org”",
    " mailto:three@example.org ",
    "three@exam\u00ADple.org",
  ])
    expect([email, (await login(email)).status]).toEqual([email, 200]);
});

test.each([
  "four@1.2.3.4",
  "four@bü/cher.example",
  "four@bücher.example:80",
  "four@ex%61mple.org",
  "four@@bücher.example",
  "four@bücher",
  "a@x.org, b@x.org",
  "four@bücher.x",
])("%s is no address", async (email) => {
  expect((await register(email)).body).toMatchObject({ error: "Please enter a valid email address" });
});

test("a text that is too long for an address is refused at once", async () => {
  const before = performance.now();
  const refused = await register("ﷺ".repeat(80_000));
  expect(refused.body).toMatchObject({ code: "invalid_input", issues: [{ path: "email" }, { path: "email" }] });
  expect(performance.now() - before).toBeLessThan(200);
});

test("other letters before the @ are refused with the reason", async () => {
  const error = "Please use only the letters a to z before the @";
  expect((await register("jörg@example.org")).body).toMatchObject({
    error,
    issues: [{ path: "email", message: error }],
  });
});

test("an invitation reaches an international domain once, however it is spelt", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const emails = ["Kai <kai@bücher.example>", "kai@xn--bcher-kva.example", "rosa@пример.рф", "jörg@bücher.example"];
  const { body } = await ana.post("/api/squad-invites", { squadId: squad, emails });
  expect(body).toEqual({
    sent: ["kai@bücher.example", "rosa@пример.рф"],
    alreadyMembers: [],
    failed: [{ email: "jörg@bücher.example", reason: "Please use only the letters a to z before the @" }],
  });
  const listed = rows((await ana.get(`/api/invitations?place=${squad}`)).body).map(({ email }) => String(email));
  expect(listed.toSorted()).toEqual(["kai@bücher.example", "rosa@пример.рф"]);
  const link = linkIn(await mailTo(dataDir, "kai@xn--bcher-kva.example"));
  const invite = link.searchParams.get("invite");
  const place = { invite, place: squad };
  const kai = clientOf(
    await swell.visitor.post("/api/register", {
      firstName: "Kai",
      lastName: "Berg",
      email: "kai@bücher.example",
      password,
      ...place,
    }),
  );
  // The invitation went to this address, so it is confirmed.
  expect((await kai.get("/api/account")).body).toMatchObject({ emailConfirmed: true });
  expect((await kai.post(`/api/trips/${squad}/join`, { invite })).status).toBe(200);
  const again = await ana.post("/api/squad-invites", { squadId: squad, emails: ["kai@xn--bcher-kva.example"] });
  expect(again.body).toMatchObject({ sent: [], alreadyMembers: ["kai@bücher.example"] });
});
