import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newSquad, newTrip } from "../../testing/builders.ts";
import { linkIn, mailTo, outboxOf } from "../../testing/outbox.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ PUBLIC_URL: "https://trips.example.org" });
});
afterAll(() => swell.close());

let made = 0;
const address = (name: string) => `${name}.${++made}@example.org`;
const dataDir = () => swell.parts.config.dataDir;
const mailsTo = (to: string) => outboxOf(dataDir(), to);

describe("inviting to a squad by mail", () => {
  test("mails a personal link to each address, once", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const [kai, rosa] = [address("kai"), address("rosa")];
    const { status, body } = await ana.post("/api/squad-invites", {
      squadId: squad,
      emails: [kai, ` ${kai.toUpperCase()} `, rosa],
      message: "Bring wax.\nAnd a towel.",
    });
    expect(status).toBe(200);
    expect(body).toEqual({ sent: [kai, rosa], alreadyMembers: [], failed: [] });
    const mail = await mailTo(dataDir(), kai);
    expect(mail.from?.address).toBe("noreply@trips.example.org");
    expect(mail.subject).toBe("Invitation from Ana Berg to “Dawn Patrol”");
    expect(mail.text).toContain("> Bring wax.\n> And a towel.");
    const link = linkIn(mail);
    expect(`${link.origin}${link.pathname}`).toBe(`https://trips.example.org/join-squad/${squad}`);
    expect(link.searchParams.get("invite")).toMatch(/^[\w-]{32}$/);
    expect(linkIn(await mailTo(dataDir(), rosa)).href).not.toBe(link.href);
    expect(await mailsTo(kai)).toHaveLength(1);
  });

  test("has a default message if the sender writes none", async () => {
    const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"] });
    const [kai, rosa, lou] = [address("kai"), address("rosa"), address("lou")];
    await ana.post("/api/squad-invites", { squadId: squad, emails: [kai] });
    await ana.post("/api/invites", { tripId: trip, emails: [rosa] });
    await ana.post("/api/invites", { tripId: trip, emails: [lou], message: " " });
    expect((await mailTo(dataDir(), kai)).text).toContain(
      `> You're invited to join "Dawn Patrol" on Swellmates! Sign up to vote on surf awards, share photos, and track our epic adventures.`,
    );
    expect((await mailTo(dataDir(), rosa)).text).toContain(`> You're invited to join "Ericeira ’26" on Swellmates!`);
    expect((await mailTo(dataDir(), lou)).text).not.toContain(">");
  });

  test("stores the code as a hash only", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const kai = address("kai");
    await ana.post("/api/squad-invites", { squadId: squad, emails: [kai] });
    const code = linkIn(await mailTo(dataDir(), kai)).searchParams.get("invite")!;
    const kept = await swell.database.db.selectFrom("invitations").selectAll().where("email_key", "=", kai).execute();
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(code);
    const jobs = await swell.database.one<string>(
      { name: "jobs_of_mail", text: sqlText`select json_agg(j)::text from jobs.job j where name = 'mail'` },
      [],
    );
    expect(jobs).toContain(kept[0]!.id);
    expect(jobs).not.toContain(code);
    expect(jobs).not.toContain(kai);
  });

  test("mails no member, and reports only members of this squad", async () => {
    const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
    const stranger = await swell.person("stranger");
    const { body } = await ana.post("/api/squad-invites", {
      squadId: squad,
      emails: [bo!.email.toUpperCase(), ana.email, stranger.email],
    });
    expect(body).toEqual({ sent: [stranger.email], alreadyMembers: [bo!.email, ana.email], failed: [] });
    await mailTo(dataDir(), stranger.email);
    expect(await mailsTo(bo!.email)).toEqual([]);
  });

  test("names invalid addresses, and is refused if all are invalid", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const kai = address("kai");
    const bad = ["kai", "kai@", "a@b\r\nBcc: c@example.org", "x".repeat(900), "surfer@dawn.invalid"];
    const { body } = await ana.post("/api/squad-invites", { squadId: squad, emails: [...bad, kai] });
    expect(body["sent"]).toEqual([kai]);
    expect(rows(body["failed"]).map((one) => String(one["email"]))).toEqual(bad);
    for (const one of rows(body["failed"])) expect(String(one["reason"])).toMatch(/^[A-Z].{10,}/);

    const none = await ana.post("/api/squad-invites", { squadId: squad, emails: ["kai", "@"] });
    expect(none.status).toBe(400);
    expect(none.body).toMatchObject({
      error: "Please enter at least one valid email address",
      code: "invalid_input",
      issues: [{ path: "emails" }],
    });
    const empty = await ana.post("/api/squad-invites", { squadId: squad, emails: [] });
    expect([empty.status, empty.body["error"]]).toEqual([400, "Please enter at least one email address"]);
  });

  test("accepts at most fifty addresses and a thousand characters", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const many = (count: number) => Array.from({ length: count }, () => address("many"));
    const fifty = await ana.post("/api/squad-invites", { squadId: squad, emails: many(50), message: "w".repeat(1000) });
    expect([fifty.status, rows(fifty.body["sent"]).length]).toEqual([200, 50]);
    const more = await ana.post("/api/squad-invites", { squadId: squad, emails: many(51) });
    expect([more.status, more.body["error"]]).toEqual([400, "Please invite at most 50 people at a time"]);
    const long = await ana.post("/api/squad-invites", { squadId: squad, emails: many(1), message: "w".repeat(1001) });
    expect(long.status).toBe(400);
  });

  test("is for members: a private squad is a 404 to strangers", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const stranger = await swell.person("stranger");
    const emails = [address("kai")];
    expect((await swell.visitor.post("/api/squad-invites", { squadId: squad, emails })).status).toBe(401);
    expect((await stranger.post("/api/squad-invites", { squadId: squad, emails })).status).toBe(404);
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    expect((await stranger.post("/api/squad-invites", { squadId: squad, emails })).status).toBe(403);
    expect(await mailsTo(emails[0]!)).toEqual([]);
  });
});

describe("the sender of an invitation", () => {
  test("needs a confirmed address, or a personal invitation of their own", async () => {
    const mal = await swell.person("mal");
    const squad = String((await mal.post("/api/squads", { name: "Floods" })).body["id"]);
    const invite = (place: string) => mal.post("/api/squad-invites", { squadId: place, emails: [address("kai")] });
    const refused = await invite(squad);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      error: "Please confirm your email address first. Then you can invite people by email.",
      code: "email_unconfirmed",
      key: "confirm_email_to_invite",
    });
    expect((await mal.get("/api/account")).body).toMatchObject({ emailConfirmed: false, mayInviteByMail: false });

    const made = await newTrip(swell, { crew: ["ana"] });
    const guest = address("guest");
    await made.ana.post("/api/squad-invites", { squadId: made.squad, emails: [guest] });
    const code = linkIn(await mailTo(dataDir(), guest)).searchParams.get("invite");
    expect((await mal.post(`/api/trips/${made.squad}/join`, { invite: await made.inviteOf() })).status).toBe(200);
    expect((await invite(squad)).status).toBe(403);
    await mal.post(`/api/squads/${made.squad}/leave`, {});
    expect((await mal.post(`/api/trips/${made.squad}/join`, { invite: code })).status).toBe(200);
    expect((await mal.get("/api/account")).body).toMatchObject({ emailConfirmed: false, mayInviteByMail: true });
    expect((await invite(squad)).status).toBe(200);
  });

  test.each([
    "Pay here: https://evil.example/login",
    "see www.evil",
    "go to evil.example",
    "x:bit.ly/2",
    "evil\u3002example",
    "evil\uFF0Eexample/login",
    "evil\uFF61example",
    "evil\u2024example",
    "evil[.]example/login",
    "evil (dot) example",
    "evil { . } example",
    "https\uFF1A//evil",
    "203.0.113.9/login",
    "evil.\u200eexample",
    "evil\u2060.example",
    "एक.भारत",
  ])("cannot write a link: %s", async (message) => {
    const { ana, squad } = await newSquad(swell, "ana");
    const reply = await ana.post("/api/squad-invites", { squadId: squad, emails: [address("kai")], message });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: "Please leave web addresses out of the message, and put a space after each full stop.",
      issues: [{ path: "message" }],
    });
  });

  test("can write times, initials and ellipses", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    const message = "Meet at 5.30pm, e.g. by the pier... Bring 2.5 kg of wax, J. R. says. Até já! 7.8.2026 (or so).";
    for (const words of [message, "海に行こう\u3002一緒に来てね\u3002", "Kommst du (bitte)... morgen [früh]?"]) {
      const reply = await ana.post("/api/squad-invites", { squadId: squad, emails: [address("kai")], message: words });
      expect(reply.status).toBe(200);
    }
  });

  test("cannot make links or long subjects of names", async () => {
    const ana = await swell.confirm(await swell.person("ana"));
    const subjectFor = async (name: string) => {
      const squad = (await ana.post("/api/squads", { name })).body["id"];
      const kai = address("kai");
      await ana.post("/api/squad-invites", { squadId: squad, emails: [kai] });
      return mailTo(dataDir(), kai);
    };
    const linked = await subjectFor("Your parcel: evil.example/pay");
    expect(linked.subject).toBe("Invitation from Ana Berg to a squad");
    expect(`${linked.text} ${linked.html}`).not.toContain("evil");
    expect((await subjectFor("evil\u3002example")).subject).toBe("Invitation from Ana Berg to a squad");
    const long = await subjectFor("Your bank account is locked, please call us at once");
    expect(long.subject).toBe("Invitation from Ana Berg to “Your bank account is locked, please cal…”");
  });
});

describe("inviting to a trip by mail", () => {
  test("is for squad and crew, and mails people who are not on the crew", async () => {
    const { ana, bo, trip, people } = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
    const cleo = people[2]!;
    await ana.delete(`/api/trips/${trip}/members/${cleo.id}`);
    const kai = address("kai");
    const { body } = await bo!.post("/api/invites", { tripId: trip, emails: [kai, cleo.email, ana.email] });
    expect(body).toEqual({ sent: [kai, cleo.email], alreadyMembers: [ana.email], failed: [] });
    expect((await mailTo(dataDir(), kai)).subject).toBe("Invitation from Bo Berg to “Ericeira ’26”");
    const stranger = await swell.person("stranger");
    expect((await stranger.post("/api/invites", { tripId: trip, emails: [kai] })).status).toBe(404);
    expect((await swell.visitor.post("/api/invites", { tripId: trip, emails: [kai] })).status).toBe(401);
  });
});

test("without PUBLIC_URL, links use the host of the request", async () => {
  const plain = await openTestApp();
  try {
    const { ana, squad } = await newSquad(plain, "ana");
    await ana.post(
      "/api/squad-invites",
      { squadId: squad, emails: ["kai@example.org"] },
      { host: "surf.example:3000" },
    );
    const mail = await mailTo(plain.parts.config.dataDir, "kai@example.org");
    expect(linkIn(mail).origin).toBe("http://surf.example:3000");
    expect(mail.from?.address).toBe("noreply@localhost");
  } finally {
    await plain.close();
  }
});
