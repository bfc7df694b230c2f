import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add, addressFor, put } from "../../media/fixtures/uploading.ts";
import { authenticator } from "../../accounts/passkeys/fixtures/authenticator.ts";
import { addTo, beginToKeep, signInWith } from "../../accounts/passkeys/fixtures/browser.ts";
import { type SecurityEvent, securityEvents } from "../../platform/http/security-events.ts";
import { type Reply, type TestApp, type TestPerson, client, rows } from "../app.ts";
import { browserOf } from "../browser.ts";
import { newSquad, newTrip } from "../builders.ts";
import { seatIn } from "../seats.ts";
import { nextYearsEvening } from "../evening.ts";
import { linkIn, mailTo, outboxOf } from "../outbox.ts";
import { type TestSeat, newSeat } from "../seats.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../site-admins.ts";
import { type WithProvider, openWithProvider } from "../with-provider.ts";
import { collectLog } from "./collect-log.ts";

const log = collectLog();
let world: WithProvider;
beforeAll(async () => {
  const environment = { ...siteAdminsOfTests, LOG_LEVEL: "warn", RATE_LIMITS: "on", TRUST_PROXY: "on" };
  world = await openWithProvider(environment, { logTo: log.logTo });
});
afterAll(() => world.close());

/** Lives through an Awards Night of three people, and demands its lines. Returns the people, and what no line may hold. */
async function liveThroughEvening() {
  const { swell } = world;
  const made = await newTrip(swell, { crew: ["eve", "finn", "gus"], awards: ["Best Wipeout", "Camp Chef", "Sunburn"] });
  const { ana: eve, bo: finn, cleo: gus, trip, categories } = made as typeof made & Record<"bo" | "cleo", TestPerson>;
  const [award, chef, sunburn] = categories as [string, string, string];
  const byEve = (event: SecurityEvent, more: object = {}) => ({ event, account: eve.id, trip, ...more });
  const vote = (who: TestPerson, on: string) => who.post(`/api/categories/${on}/vote`, { nomineeId: finn.id });
  for (const who of [eve, finn, gus]) await vote(who, award);
  await logs(() => eve.post(`/api/categories/${award}/close`, {}), byEve("award_closed", { award, ballots: 3 }));
  await logs(() => eve.post(`/api/categories/${award}/close`, {}));
  await vote(finn, sunburn);
  await logs(() => eve.delete(`/api/categories/${sunburn}`), byEve("award_deleted", { award: sunburn, ballots: 1 }));

  const night = `/api/trips/${trip}/night`;
  const plan = { startsAt: nextYearsEvening, timeZone: "Europe/Lisbon" };
  await logs(() => eve.post(night, plan), byEve("night_planned"));
  await logs(() => eve.put(night, plan), byEve("night_changed"));
  for (const who of [eve, finn]) await vote(who, chef);
  await logs(() => eve.delete(night), byEve("night_called_off", { ballots: 2 }));
  await logs(() => eve.post(night, plan), byEve("night_planned"));
  const proof = async (text: string) =>
    String((await gus.post(`/api/categories/${chef}/receipts`, { nomineeId: finn.id, text })).body["id"]);
  const [receipt, own] = [await proof("Seen from the pier"), await proof("Seen from the bar")];
  await logs(() => eve.delete(`/api/receipts/${receipt}`), byEve("receipt_removed", { receipt }));
  await logs(() => gus.delete(`/api/receipts/${own}`));
  await vote(gus, chef);
  const code = await logs(() => eve.post(`${night}/tv-code`, {}), byEve("tv_code_made"));
  await logs(() => swell.visitor.post("/api/tv", { code: code.body["code"] }), {
    event: "tv_opened",
    account: null,
    trip,
  });
  await logs(() => eve.delete(`${night}/tv-code`), byEve("tvs_ended"));
  await logs(() => eve.post(`${night}/close`, {}), byEve("night_closed", { ballots: 3 }));

  const photo = String((await add(swell, gus, `/api/trips/${trip}`, await jpeg())).body["id"]);
  const say = async (text: string) =>
    String((await gus.post(`/api/media/${photo}/comments`, { key: randomUUID(), text })).body["id"]);
  const [comment, mine] = [await say("Seen from the pier"), await say("Seen from the bar")];
  const removed = { event: "comment_removed", account: eve.id, photo, comment } as const;
  await logs(() => eve.delete(`/api/comments/${comment}`), removed);
  await logs(() => gus.delete(`/api/comments/${mine}`));
  await logs(() => gus.delete(`/api/media/${photo}`));
  await logs(() => gus.delete(`/api/media/${photo}/trash`), { event: "photo_deleted", account: gus.id, photo });
  return { guests: [eve, finn, gus], written: [String(code.body["code"]), "Camp Chef", "Seen from"] };
}

/** Takes a seat, comes back to it and keeps it, and demands its lines. Returns the admin, and what no line may hold. */
async function liveThroughSeat() {
  const { swell } = world;
  const { ana: hana, squad, inviteOf } = await newSquad(swell, "hana");
  const invite = await inviteOf();
  const sitDown = () =>
    swell.visitor.post(`/api/squads/${squad}/seats`, { firstName: "Salty", invite, key: randomUUID() });
  const before = log.told().length;
  const taken = await sitDown();
  const id = String(taken.body["user"]!["id"]);
  expect(log.told().slice(before)).toEqual([{ event: "seat_taken", account: id, squad }]);
  const clientOf = (reply: Reply) => seatIn(swell.app, reply);
  const seat = clientOf(taken);
  const bySeat = (event: SecurityEvent, more: object = {}) => ({ event, account: id, ...more });
  const byHana = (event: SecurityEvent, more: object) => ({ event, account: hana.id, squad, ...more });
  const made = await logs(() => seat.post("/api/seat/link", {}), bySeat("seat_link_made"));
  const token = new URL(String(made.body["link"])).hash.slice(1);
  await logs(() => swell.visitor.post("/api/seats/return", { token }), bySeat("login", { way: "seat" }));
  await logs(() => hana.post(`/api/squads/${squad}/seats/let-in`, {}), byHana("seats_let_in", { people: 0 }));
  const kept = { email: "salty@example.org", password: "salty-likes-waves" };
  await logs(() => seat.post("/api/seat/account", kept), bySeat("seat_kept", { way: "password" }));
  await keepSeatInOtherWays(swell, squad);
  const other = String((await sitDown()).body["user"]!["id"]);
  await logs(
    () => hana.post(`/api/squads/${squad}/seats/${other}/link`, {}),
    byHana("seat_link_replaced", { member: other }),
  );
  const confirm = () => hana.post(`/api/squads/${squad}/seats/${other}/confirm`, {});
  await logs(confirm, byHana("seat_confirmed", { member: other }));
  // A second press does nothing.
  await logs(confirm);
  const plan = {
    name: "Peniche",
    location: "Portugal",
    startDate: "2030-06-01T00:00:00.000Z",
    endDate: "2030-06-03T00:00:00.000Z",
  };
  const trip = String((await hana.post("/api/trips", { squadId: squad, ...plan })).body["id"]);
  const rule = (confirmedOnly: boolean) => hana.put(`/api/trips/${trip}`, { ...plan, confirmedOnly });
  await logs(() => rule(true), { event: "voters_changed", account: hana.id, trip, confirmedOnly: true });
  await logs(() => rule(true));
  const third = clientOf(await sitDown());
  await logs(
    () => hana.post(`/api/squads/${squad}/merges`, { userId: other, intoId: third.id }),
    byHana("people_merged", { member: other }),
  );
  await logs(() => hana.delete(`/api/merges/${other}`), { event: "merge_undone", account: hana.id, member: other });
  const { body } = await third.post("/api/seat/ticket", {});
  const ticket = String(body["ticket"]);
  await logs(() => hana.post("/api/account/seat", { ticket }), {
    event: "seat_merged",
    account: hana.id,
    member: third.id,
  });
  return { hana, hidden: [invite, token, ticket, "Salty", kept.email, kept.password, seat.cookie.split("=")[1]!] };
}

/** Keeps seats by a passkey and by the provider, and demands their lines. */
async function keepSeatInOtherWays(swell: TestApp, squad: string) {
  const [kim, lee] = [await newSeat(swell, { squad }), await newSeat(swell, { squad })];
  const by = (seat: TestSeat) => (event: SecurityEvent, more: object) => ({ event, account: seat.id, ...more });
  const { browser, options } = await beginToKeep(swell, kim, "kim@example.org");
  const body = { email: "kim@example.org", credential: authenticator().create(options) };
  const added = { passkey: expect.any(String) };
  const byKim = by(kim);
  const lines = [byKim("seat_kept", { way: "passkey" }), byKim("passkey_added", added)];
  await logs(() => browser.post("/api/passkeys/seat", body), ...lines);

  const known = world.newcomer("kim", { email: "kim@example.org" }).login;
  const byLee = by(lee);
  const tab = browserOf(swell.app);
  tab.cookies.set("session", lee.cookie.slice("session=".length));
  const keep = (login: string) => world.signInByProvider(tab, login, "/api/auth/google/keep?return=%2F");
  await logs(() => keep(known), byLee("provider_link_refused", { reason: "account-exists" }));
  const { login } = world.newcomer("lee");
  await logs(() => keep(login), byLee("seat_kept", { way: "provider" }), byLee("provider_linked", {}));
}

/** Runs `act`, and demands exactly these lines for it. */
async function logs<T>(act: () => Promise<T>, ...expected: readonly object[]): Promise<T> {
  const before = log.all().length;
  const result = await act();
  expect(log.told().slice(before)).toEqual(expected);
  return result;
}

const from = (ip: string) => ({ "x-forwarded-for": ip });
const uuid = "0190a5b0-0000-7000-8000-000000000000";

// It takes three seconds, because it lives through a whole account; no other test compares the lines of every event.
test("every event writes its line, and no line holds a secret or a person's data", async () => {
  const { swell, provider } = world;
  const { visitor } = swell;
  const { dataDir } = swell.parts.config;
  const secrets: string[] = [];
  const keep = <T extends string>(secret: T) => {
    secrets.push(secret);
    return secret;
  };
  const letter = async ({ email }: TestPerson, subject: string) => {
    const find = async () => (await outboxOf(dataDir, email, true)).findLast((mail) => mail.subject?.includes(subject));
    await expect.poll(find, { timeout: 20_000 }).toBeDefined();
    return keep(linkIn((await find())!).searchParams.get("token")!);
  };
  const refused = (event: SecurityEvent, account: string | null, call: string | null, more: object) => ({
    event,
    account,
    call,
    target: null,
    ...more,
  });
  const people: TestPerson[] = [];
  const newcomer = async (name: string) => {
    const before = log.all().length;
    const person = await swell.person(name);
    expect(log.told().slice(before)).toEqual([{ event: "registered", account: person.id, way: "password" }]);
    people.push(person);
    return person;
  };

  // Passwords and sessions.
  const ana = await newcomer("ana");
  const event = (name: SecurityEvent, more: object = {}) => ({ event: name, account: ana.id, ...more });
  const login = (password: string, email = ana.email, ip = "198.51.100.7") =>
    visitor.post("/api/login", { email, password }, from(ip));
  const cookieOf = (reply: Awaited<ReturnType<typeof login>>) =>
    client(swell.app, keep([reply.headers["set-cookie"]].flat().map(String)[0]!.split(";")[0]!));
  const wrong = { way: "password", reason: "wrong_credentials" };
  await logs(() => login(keep("a wrong guess")), event("login_refused", wrong));
  await logs(() => login("a wrong guess", keep("nobody@example.org")), {
    ...event("login_refused", wrong),
    account: null,
  });
  const second = cookieOf(await logs(() => login(ana.password), event("login", { way: "password" })));
  await logs(() => second.post("/api/logout"), event("logout"));
  const third = cookieOf(await logs(() => login(ana.password), event("login", { way: "password" })));
  const [, other] = rows((await ana.get("/api/sessions")).body);
  const session = String(other!["id"]);
  await logs(() => ana.delete(`/api/sessions/${session}`), event("session_ended", { session }));
  await logs(() => ana.delete("/api/sessions"), event("other_sessions_ended"));
  expect((await third.get("/api/auth/user")).status).toBe(401);
  await logs(
    () => ana.post("/api/password/proof", { password: "a wrong guess" }),
    refused("password_refused", ana.id, "POST /api/password/proof", { status: 400 }),
  );
  const change = { current: ana.password, password: keep("another wave") };
  await logs(() => ana.post("/api/password/change", change), event("password_changed"));

  // Addresses.
  const confirmation = await letter(ana, "Confirm your email address");
  await logs(() => ana.post("/api/email/confirm", { token: confirmation }), event("email_confirmed"));
  const newAddress = keep("ana.elsewhere@example.org");
  await logs(
    () => ana.post("/api/email/change", { email: newAddress, password: "another wave" }),
    event("email_change_asked"),
  );
  const moved = keep(linkIn(await mailTo(dataDir, newAddress)).searchParams.get("token")!);
  await logs(() => ana.post("/api/email/confirm", { token: moved }), event("email_changed"));
  await logs(
    () => ana.post("/api/email/confirm", { token: moved }),
    refused("token_refused", ana.id, "POST /api/email/confirm", { status: 404 }),
  );

  // Passkeys and the provider.
  const device = authenticator();
  const added = await addTo(swell, ana, device);
  const passkey = String(added.body["id"]);
  expect(log.told().at(-1)).toEqual(event("passkey_added", { passkey }));
  const signed = await logs(() => signInWith(swell, device), event("login", { way: "passkey" }));
  keep(signed.signedIn.cookie);
  const byPasskey = { way: "passkey", reason: "wrong_credentials" };
  await logs(
    () => signInWith(swell, device, { counter: 1 }),
    event("passkey_copied", { passkey }),
    event("login_refused", byPasskey),
  );
  await logs(() => signInWith(swell, authenticator(), { userHandle: "x" }), {
    event: "login_refused",
    account: null,
    ...byPasskey,
  });
  await logs(() => ana.delete(`/api/passkeys/${passkey}`), event("passkey_removed", { passkey }));
  const { login: known, email: knownEmail } = world.newcomer("ana");
  const browser = await world.browserFor({ ...ana, password: "another wave" });
  await logs(() => world.signInByProvider(browser, known, "/api/auth/google/link"), event("provider_linked"));
  await logs(
    () => world.signInByProvider(browser, world.newcomer("eve").login, "/api/auth/google/link"),
    event("provider_link_refused", { reason: "another-linked" }),
  );
  await logs(() => world.signInByProvider(browserOf(swell.app), known), event("login", { way: "provider" }));
  await logs(() => browserOf(swell.app).open("/api/auth/google/callback?state=made-up&code=made-up"), {
    event: "login_refused",
    account: null,
    way: "provider",
    reason: "unknown-flow",
  });
  const noa = world.newcomer("noa");
  keep(knownEmail);
  keep(noa.email);
  const before = log.all().length;
  await world.signInByProvider(browserOf(swell.app), noa.login);
  const account = log.all().at(-1)!["account"];
  expect(log.told().slice(before)).toEqual([
    { event: "login", account, way: "provider" },
    { event: "registered", account, way: "provider" },
  ]);

  // A forgotten password takes a link and a passkey along.
  const asked = { email: newAddress };
  await logs(() => visitor.post("/api/password/forgot", asked), { event: "reset_asked", account: null });
  const lost = await addTo(swell, ana, authenticator());
  const moreKey = String(lost.body["id"]);
  const reset = await letter({ ...ana, email: newAddress }, "Set a new password");
  await logs(
    () => visitor.post("/api/password/reset", { token: reset, password: keep("third time") }),
    event("password_reset"),
    event("passkey_removed", { passkey: moreKey }),
    event("provider_unlinked"),
    event("login", { way: "password" }),
  );
  const alarm = await letter({ ...ana, email: newAddress }, "Your password was changed");
  await logs(() => visitor.post("/api/account/end-sessions", { token: alarm }), event("all_sessions_ended"));
  await logs(
    () => visitor.post("/api/account/end-sessions", { token: alarm }),
    refused("token_refused", null, "POST /api/account/end-sessions", { status: 404 }),
  );

  // Squads and trips.
  const start = log.all().length;
  const made = await newTrip(swell, { crew: ["bo", "cleo", "dora"] });
  expect(
    new Set(
      log
        .told()
        .slice(start)
        .map(({ event: name }) => name),
    ),
  ).toEqual(new Set(["registered"]));
  const { ana: bo, bo: cleo, cleo: dora, squad, trip } = made as typeof made & { bo: TestPerson; cleo: TestPerson };
  people.push(bo, cleo, dora);
  keep(await made.inviteOf());
  const byBo = (name: SecurityEvent, more: object = {}) => ({ event: name, account: bo.id, ...more });
  const at = `/api/squads/${squad}`;
  await logs(
    () => bo.patch(`${at}/members/${cleo.id}`, { role: "admin" }),
    byBo("role_changed", { squad, member: cleo.id, role: "admin" }),
  );
  await logs(
    () => bo.put(`/api/trips/${trip}/members`, { userIds: [bo.id, dora.id] }),
    byBo("crew_removed", { trip, member: cleo.id }),
  );
  await logs(() => bo.delete(`${at}/members/${cleo.id}`), byBo("member_removed", { squad, member: cleo.id }));
  await logs(() => bo.delete(`${at}/removed/${cleo.id}`), byBo("member_let_in", { squad, member: cleo.id }));
  await logs(() => bo.post(`${at}/invite-link/reset`), byBo("invite_link_reset", { squad }));
  await logs(
    () => bo.put(at, { name: "Dawn Patrol", isPublic: true }),
    byBo("squad_visibility_changed", { squad, isPublic: true }),
  );
  const emails = [1, 2, 3, 4, 5].map((n) => keep(`guest.${n}@example.net`));
  await logs(() => bo.post("/api/squad-invites", { squadId: squad, emails }), byBo("invitations_used_up"));
  await logs(
    () => dora.delete(`/api/trips/${trip}/members/${bo.id}`),
    refused("access_refused", dora.id, "DELETE /api/trips/:id/members/:userId", { target: trip, status: 403 }),
  );
  await logs(
    () => cleo.post(`/api/categories/${uuid}/vote`, { nomineeId: uuid }),
    refused("access_refused", cleo.id, "POST /api/categories/:id/vote", { target: uuid, status: 404 }),
  );
  await logs(
    () => cleo.get(`/objects/${uuid}`),
    refused("access_refused", cleo.id, "GET /objects/:id", { target: uuid, status: 404 }),
  );
  await logs(
    () => cleo.post(`/api/trips/${uuid}/join`, { invite: keep("an-invented-code") }),
    refused("token_refused", cleo.id, "POST /api/trips/:id/join", { target: uuid, status: 404 }),
  );
  await logs(
    () => dora.post("/api/squads", { name: "Elsewhere" }, { "sec-fetch-site": "cross-site" }),
    refused("cross_site_refused", null, "POST /api/squads", { status: 403 }),
  );
  await logs(
    () => visitor.get(`/api/no-mail?to=${keep("A".repeat(43))}`),
    refused("signature_refused", null, "GET /api/no-mail", { status: 404 }),
  );
  const address = await addressFor(dora);
  keep(new URL(address, "http://localhost").searchParams.get("signature")!);
  const target = address.split(/[/?]/)[3]!;
  await logs(
    () =>
      put(
        swell,
        dora,
        address.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
        Buffer.from("x"),
      ),
    refused("signature_refused", dora.id, "PUT /api/uploads/:id", { target, status: 403 }),
  );
  await logs(() => bo.delete(`/api/trips/${trip}`), byBo("trip_deleted", { trip }));
  await logs(() => bo.delete(at, { confirm: "Dawn Patrol" }), byBo("squad_deleted", { squad }));

  const { guests, written } = await liveThroughEvening();
  people.push(...guests);
  secrets.push(...written);

  const { hana, hidden } = await liveThroughSeat();
  people.push(hana);
  secrets.push(...hidden);

  // Limits.
  for (let i = 0; i < 20; i++) await visitor.post("/api/login", {}, from("203.0.113.9"));
  await logs(
    () => login("a wrong guess", ana.email, "203.0.113.9"),
    refused("limit_hit", null, "POST /api/login", { status: 429 }),
  );
  const full = await world.another({ MIN_FREE_BYTES: String(2 ** 49) });
  const room = await addressFor(client(full.app, dora.cookie));
  await logs(
    () => put(full, client(full.app, dora.cookie), room, Buffer.from("x")),
    refused("storage_full", dora.id, "PUT /api/uploads/:id", { target: room.split(/[/?]/)[3], status: 507 }),
  );
  await full.close();

  // What a site admin does.
  const rita = await newSiteAdmin(swell);
  const byRita = { event: "admin_acted", account: rita.id } as const;
  const evesId = guests[0]!.id;
  await logs(() => rita.post(`/api/admin/people/${evesId}/end-sessions`, {}), {
    ...byRita,
    action: "sessions_ended",
    target: evesId,
  });
  await logs(() => rita.put("/api/admin/read-only", { isOn: false }), {
    ...byRita,
    action: "read_only_off",
    target: null,
  });

  // The end of an account.
  await logs(() => dora.get("/api/account/export"), { event: "account_exported", account: dora.id });
  await logs(() => dora.delete("/api/account", { confirm: dora.email, password: dora.password }), {
    event: "account_deleted",
    account: dora.id,
  });

  const all = log.all();
  expect(new Set(all.map(({ event: name }) => name))).toEqual(new Set(Object.keys(securityEvents)));
  for (const line of all) {
    const head = ["level", "time", "pid", "hostname", "reqId", "event", "ip", "account"];
    expect(Object.keys(line)).toEqual([...head, ...securityEvents[line.event].fields, "msg"]);
    expect(line["ip"]).toMatch(/^(127\.0\.0\.1|198\.51\.100\.7|203\.0\.113\.9)$/);
  }
  for (const person of people) secrets.push(person.email, person.password, person.name, person.cookie.split("=")[1]!);
  secrets.push("Berg", "Dawn Patrol", "Ericeira", ...provider.people.keys());
  const text = log.lines.join("");
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}, 120_000);

test.each(["error", "fatal", "silent"])("with LOG_LEVEL=%s the security log is off", async (level) => {
  const before = log.lines.length;
  const quiet = await world.another({ LOG_LEVEL: level });
  await quiet.visitor.post("/api/login", { email: "nobody@example.org", password: "wrong" });
  await quiet.close();
  expect(log.lines.slice(before)).toEqual([]);
});

test("input cannot forge a line", async () => {
  const forged = '\n{"event":"login_refused","ip":"192.0.2.1","account":null,"way":"password"}\n';
  const { swell } = world;
  const lou = await swell.person("lou");
  const before = log.lines.length;
  await lou.get(`/api/trips/${encodeURIComponent(forged)}`);
  await lou.get("/objects/x", undefined, { "user-agent": forged.trim() });
  await swell.visitor.post("/api/login", { email: forged, password: forged }, from(forged.trim()));
  await swell.visitor.post("/api/login", { email: "a@example.org", password: forged }, from(forged.trim()));
  const written = log.lines.slice(before);
  expect(written.length).toBeGreaterThan(2);
  for (const line of written) {
    expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(line).not.toContain("192.0.2.1");
  }
});
