import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../../testing/site-admins.ts";

let server: Awaited<ReturnType<typeof openMailServer>>;
let swell: TestApp;
let rita: TestPerson;
beforeAll(async () => {
  server = await openMailServer((to, time) =>
    to.startsWith("nobody") || (to.startsWith("kai") && time === 1)
      ? { code: 550, says: `5.1.1 <${to}> No such user`, at: "rcpt" }
      : "take",
  );
  swell = await openTestApp({
    ...siteAdminsOfTests,
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    PUBLIC_URL: "https://trips.example.org",
  });
  rita = await newSiteAdmin(swell);
});
afterAll(async () => {
  await swell.close();
  await server.close();
});

const bounced = async () => rows((await rita.get("/api/admin/mails")).body);
const soon = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 30_000, interval: 100 });
const retry = (id: unknown) => rita.post(`/api/admin/mails/${String(id)}/retry`, {});

test("a refused mail is listed with a masked address, and tried again", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const emails = ["nobody.home@example.org", "kai@example.org"];
  await ana.post("/api/squad-invites", { squadId: squad, emails });
  await soon(async () => expect(await bounced()).toHaveLength(2));
  expect(await bounced()).toEqual(
    expect.arrayContaining(
      ["n…@example.org", "k…@example.org"].map((address) => ({
        id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        kind: "invitation",
        name: null,
        address,
        reason: "there is no such mailbox.",
      })),
    ),
  );
  expect((await rita.get("/api/admin")).body["bouncedMails"]).toBe(2);

  const idOf = async (address: string) => (await bounced()).find((mail) => String(mail["address"]) === address)?.["id"];
  expect((await retry(await idOf("k…@example.org"))).status).toBe(204);
  await soon(async () => expect(server.asked("kai@example.org")).toBe(2));
  await soon(async () => {
    const sent = rows((await ana.get(`/api/invitations?place=${squad}`)).body);
    expect(sent.find(({ email }) => String(email) === "kai@example.org")).toMatchObject({ mail: "sent" });
  });
  expect(await bounced()).toHaveLength(1);

  // Refused again, it is back on the list, once.
  const nobody = await idOf("n…@example.org");
  const replies = await Promise.all([retry(nobody), retry(nobody)]);
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404]);
  await soon(async () => expect(server.asked("nobody.home@example.org")).toBe(2));
  await soon(async () => expect(await bounced()).toHaveLength(1));
});

test("a mail to an account has the name of its person, who sees the other try", async () => {
  const reply = await swell.visitor.post("/api/register", {
    firstName: "Bo",
    lastName: "Berg",
    email: "nobody@example.org",
    password: "bo-likes-waves",
  });
  const cookie = String(reply.headers["set-cookie"]).split(";")[0]!;
  await soon(async () => expect(await bounced()).toHaveLength(2));
  const [newest] = await bounced();
  expect(newest).toMatchObject({ name: "Bo Berg", address: "n…@example.org", kind: "email-link" });
  expect((await retry(newest!["id"])).status).toBe(204);
  const seen = await swell.visitor.get("/api/account/admin-actions", undefined, { cookie });
  expect(rows(seen.body)).toMatchObject([{ action: "mail_retried", by: "admin" }]);
  expect(rows((await rita.get("/api/admin/actions")).body)[0]).toMatchObject({ person: { name: "Bo Berg" } });
});
