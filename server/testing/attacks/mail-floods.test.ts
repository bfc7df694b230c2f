import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, client, openTestApp, rows } from "../app.ts";
import { mailTo, outboxOf } from "../outbox.ts";

let swell: TestApp;
let dataDir: string;
beforeAll(async () => {
  swell = await openTestApp({ RATE_LIMITS: "on" });
  ({ dataDir } = swell.parts.config);
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => swell.close());

let made = 0;
const address = (name: string) => `${name}.${++made}@example.com`;
/** Counts the mails to these addresses, once all mails queued before are written or given up. */
const mailsTo = async (...addresses: string[]) => {
  const last = await swell.person("last");
  await mailTo(dataDir, last.email, 1, true);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const all = await Promise.all(addresses.map((to) => outboxOf(dataDir, to, true)));
  return all.flat().length;
};

test("one address gets ten invitations a day, and further inviters get a notice", async () => {
  const kai = address("kai");
  const tagged = kai.replace("@", "+again@");
  const inviters = await Promise.all(
    ["ana", "bo", "cleo", "dora", "eve", "fin"].map(async (name) => swell.confirm(await swell.person(name))),
  );
  for (const inviter of inviters) {
    const squad = await inviter.post("/api/squads", { name: "Flood" });
    const body = { squadId: squad.body["id"], emails: [kai, tagged] };
    for (let i = 0; i < 2; i++) expect((await inviter.post("/api/squad-invites", body)).status).toBe(200);
  }
  expect(await mailsTo(kai, tagged)).toBe(10);
  const told = await Promise.all(inviters.map((inviter) => inviter.get("/api/mail-notices")));
  expect(told.flatMap(({ body }) => rows(body)).map(({ reason }) => reason)).toContain(
    "it got a lot of mails from here today.",
  );
});

test("seven accounts made and deleted with one address send it five mails", async () => {
  const email = address("lou");
  for (let i = 0; i < 7; i++) {
    const person = { firstName: "Mal", lastName: "Moore", email, password: "likes floods" };
    const reply = await swell.visitor.post("/api/register", person);
    expect(reply.status).toBe(201);
    const mal = client(swell.app, String(reply.headers["set-cookie"]).split(";")[0]!);
    // Waits for the mail before deleting the account.
    await mailTo(dataDir, email, Math.min(i + 1, 5), true);
    expect((await mal.delete("/api/account", { confirm: email, password: "likes floods" })).status).toBe(204);
  }
  expect(await mailsTo(email)).toBe(5);
});

test("a first name with a link in it is left out of a mail to a stranger", async () => {
  const email = address("mia");
  const names = { firstName: "Win now: https://evil.example", lastName: "Moore" };
  expect((await swell.visitor.post("/api/register", { ...names, email, password: "likes floods" })).status).toBe(201);
  const mail = await mailTo(dataDir, email, 1, true);
  expect(mail.text).toContain("Hi, please confirm");
  expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain("evil");
});
