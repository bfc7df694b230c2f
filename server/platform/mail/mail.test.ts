import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../config/config.ts";
import { type Jobs, openJobs } from "../jobs/jobs.ts";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { mailTo, outboxOf } from "../../testing/outbox.ts";
import { hourlyStore } from "./hourly-store.ts";
import { type Letter, letterOf } from "./letter.ts";
import type { Clearance } from "./kinds.ts";
import { openMail } from "./mail.ts";
import { type Deliver, outbox } from "./outbox.ts";
import { Refused } from "./refusal.ts";
import { sqlText } from "../db/sql-text.ts";

let dataDir: string;
let database: TestDatabase;
let open: Jobs[] = [];
const told: string[] = [];
const troubles: string[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-mail-"));
  database = await freshDatabase();
});
afterEach(async () => {
  for (const jobs of open) await jobs.stop();
  open = [];
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
  told.length = 0;
  troubles.length = 0;
});

const letter = (to: string): Letter => ({
  to,
  subject: `Hello ${to}`,
  ...letterOf({ title: "Hello", paragraphs: ["Surf is up."], footnote: "Bye" }),
});

function mailer({
  deliver = outbox(path.join(dataDir, "outbox"), (file) => told.push(file)),
  perHour = 1000,
}: { deliver?: Deliver; perHour?: number } = {}) {
  const jobs = openJobs({ database, works: true, log: (error) => troubles.push(String(error)) });
  open.push(jobs);
  return openMail({
    jobs,
    deliver,
    from: { name: "Swellmates", address: "noreply@example.org" },
    hourly: hourlyStore(database),
    perHour,
    counts: null,
    bounces: { add: async () => {} },
    log: (error, { kind, id }, isLast) => troubles.push(`${kind} ${id} ${String(error)} ${isLast}`),
  });
}

/** What the gate would give for this many letters. */
const cleared = (most: number) => ({ kind: "invitation", most }) as Clearance;

test("a person's letters go only as far as the gate has counted them", async () => {
  const mail = mailer();
  const post = (ids: string[]) => database.transact((tx) => mail.postOf(tx, cleared(1), ids));
  await expect(post(["1", "2"])).rejects.toThrow("The gate has counted 1 letters, not 2");
  await post(["1"]);
});

test("a posted letter is written at delivery, and delivered once", async () => {
  const mail = mailer();
  const written: string[] = [];
  mail.kind("email-link", async (id) => (written.push(id), letter(`${id}@example.org`)));
  await database.transact((tx) => mail.post(tx, "email-link", ["ana", "bo", "cleo"]));
  mail.wake();
  for (const name of ["ana", "bo", "cleo"]) {
    expect((await mailTo(dataDir, `${name}@example.org`)).subject).toBe(`Hello ${name}@example.org`);
  }
  expect(written.sort()).toEqual(["ana", "bo", "cleo"]);
  expect(await outboxOf(dataDir)).toHaveLength(3);
});

test("a letter goes only if its transaction commits and its writer returns one", async () => {
  const mail = mailer();
  mail.kind("email-link", async (id) => (id === "gone" ? null : letter(`${id}@example.org`)));
  const undone = database.transact(async (tx) => {
    await mail.post(tx, "email-link", ["undone"]);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await database.transact((tx) => mail.post(tx, "email-link", ["gone", "dora"]));
  mail.wake();
  await mailTo(dataDir, "dora@example.org");
  expect(await outboxOf(dataDir)).toHaveLength(1);
});

test("only the server's account can read the outbox, and the log gets only paths", async () => {
  const mail = mailer();
  mail.kind("email-link", async () => letter("ana@example.org"));
  await database.transact((tx) => mail.post(tx, "email-link", ["1"]));
  mail.wake();
  await mailTo(dataDir, "ana@example.org");
  const folder = path.join(dataDir, "outbox");
  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\da-f-]{36}\.eml$/)]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, names[0]!))).mode & 0o777).toBe(0o600);
  await vi.waitFor(() => expect(told).toEqual([path.join(folder, names[0]!)]));
});

test("letters of two kinds with the same id come both, in the same millisecond too", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const mail = mailer();
  for (const kind of ["email-link", "account-alert"] as const)
    mail.kind(kind, async (id) => letter(`${kind}.${id}@example.org`));
  await database.transact(async (tx) => {
    await mail.post(tx, "email-link", ["1"]);
    await mail.post(tx, "account-alert", ["1"]);
  });
  mail.wake();
  await vi.waitFor(async () => expect(await outboxOf(dataDir)).toHaveLength(2), 20_000);
});

test("a letter that cannot be delivered is written again and retried", async () => {
  const mail = mailer();
  let times = 0;
  mail.kind("email-link", async () => (times++, letter("ana@example.org")));
  // A file in place of the folder stops even root.
  await writeFile(path.join(dataDir, "outbox"), "");
  await database.transact((tx) => mail.post(tx, "email-link", ["1"]));
  mail.wake();
  await vi.waitFor(() => expect(troubles).toHaveLength(1), 20_000);
  expect(troubles[0]).toMatch(/^email-link 1 .*(EEXIST|ENOTDIR).* false$/);
  await rm(path.join(dataDir, "outbox"));
  await mkdir(path.join(dataDir, "outbox"));
  await chmod(path.join(dataDir, "outbox"), 0o700);
  await mailTo(dataDir, "ana@example.org");
  expect(times).toBe(2);
}, 40_000);

test("old half-written files are removed, and new ones of other servers stay", async () => {
  const folder = path.join(dataDir, "outbox");
  await mkdir(folder);
  for (const name of [".left", ".now", "kept.eml"]) await writeFile(path.join(folder, name), "");
  for (const name of [".left", "kept.eml"]) await utimes(path.join(folder, name), 0, 0);
  const mail = mailer();
  mail.kind("email-link", async () => letter("ana@example.org"));
  await database.transact((tx) => mail.post(tx, "email-link", ["1"]));
  mail.wake();
  await mailTo(dataDir, "ana@example.org");
  expect((await readdir(folder)).filter((name) => !name.startsWith("2")).sort()).toEqual([".now", "kept.eml"]);
});

test("a letter that cannot be written does not block others", async () => {
  const mail = mailer();
  mail.kind("email-link", async (id) => {
    if (id === "broken") throw new Error("out of ink");
    return letter(`${id}@example.org`);
  });
  await database.transact((tx) => mail.post(tx, "email-link", ["broken", "ana"]));
  mail.wake();
  await mailTo(dataDir, "ana@example.org");
  await vi.waitFor(() => expect(troubles).toContain("email-link broken Error: out of ink false"), 20_000);
});

test("a refused letter is not retried, and its kind hears the reason once", async () => {
  let tries = 0;
  const heard: string[] = [];
  const refusal = { reason: "there is no such mailbox.", said: "550 no" };
  const mail = mailer({
    deliver: async () => {
      tries++;
      throw new Refused(refusal);
    },
  });
  mail.kind("email-link", async (id) => letter(`${id}@example.org`), {
    undelivered: async (id, why) => void heard.push(`${id}: ${why.reason}`),
  });
  await database.transact((tx) => mail.post(tx, "email-link", ["1"]));
  mail.wake();
  await vi.waitFor(() => expect(heard).toEqual(["1: there is no such mailbox."]), 20_000);
  // A job in this state never runs again.
  const state = () => database.one<string>({ name: "state", text: sqlText`select state::text from jobs.job` }, []);
  await vi.waitFor(async () => expect(await state()).toBe("completed"), { timeout: 20_000, interval: 20 });
  expect([tries, heard.length]).toEqual([1, 1]);
});

test("letters above the hourly limit wait, and resets have a tenth of their own", async () => {
  const [first, second] = [mailer({ perHour: 10 }), mailer({ perHour: 10 })];
  for (const mail of [first, second]) {
    mail.kind("invitation", async (id) => letter(`hello.${id}@example.org`));
    mail.kind("email-link", async (id) => letter(`confirm.${id}@example.org`));
    mail.kind("password-reset", async (id) => letter(`reset.${id}@example.org`), { isWayIn: true });
  }
  const ids = (from: string) => Array.from({ length: 8 }, (_, i) => `${from}${i}`);
  await database.transact((tx) => first.postOf(tx, cleared(8), ids("a")));
  await database.transact((tx) => second.postOf(tx, cleared(8), ids("b")));
  for (const mail of [first, second]) mail.wake();
  const postponed = () =>
    database.one<number>(
      {
        name: "postponed",
        text: sqlText`select count(*)::int from jobs.job where name = 'mail' and start_after > now() and state = 'created'`,
      },
      [],
    );
  await vi.waitFor(async () => expect(await postponed()).toBe(8), 20_000);
  await vi.waitFor(async () => expect(await outboxOf(dataDir)).toHaveLength(8), 20_000);
  await database.transact((tx) => first.post(tx, "email-link", ["1", "2"]));
  first.wake();
  await vi.waitFor(async () => expect(await postponed()).toBe(9), 20_000);
  await vi.waitFor(async () => expect(await outboxOf(dataDir)).toHaveLength(9), 20_000);
  await database.transact((tx) => second.post(tx, "password-reset", ["1", "2"]));
  second.wake();
  // Only one of the two fits into this hour.
  await Promise.any(["1", "2"].map((id) => mailTo(dataDir, `reset.${id}@example.org`)));
  await vi.waitFor(async () => expect(await postponed()).toBe(10), 20_000);
  await vi.waitFor(async () => expect(await outboxOf(dataDir)).toHaveLength(10), 20_000);
  // The next hour has come.
  await database.db.deleteFrom("mail_hours").execute();
  await database.one(
    {
      name: "hour_over",
      text: sqlText`update jobs.job set start_after = now() where name = 'mail' and state = 'created'`,
    },
    [],
  );
  first.wake();
  // The letters that nobody asked for stop at eight of the hour's ten, which counts the others if those go first.
  await vi.waitFor(async () => expect((await outboxOf(dataDir)).length).toBeGreaterThanOrEqual(18), 20_000);
}, 60_000);

test("MAIL_FROM is an address, with or without a name", () => {
  const sender = (environment: Record<string, string>) => readConfig(environment).mailFrom;
  expect(sender({})).toEqual({ name: "Swellmates", address: "noreply@localhost" });
  expect(sender({ PUBLIC_URL: "https://trips.example.org:8443" }).address).toBe("noreply@trips.example.org");
  expect(sender({ PUBLIC_URL: "http://192.0.2.7" }).address).toBe("noreply@localhost");
  expect(sender({ PUBLIC_URL: "http://[::1]:3000" }).address).toBe("noreply@localhost");
  expect(sender({ MAIL_FROM: "trips@example.org" })).toEqual({ name: "Swellmates", address: "trips@example.org" });
  expect(sender({ MAIL_FROM: "Our Trips <trips@example.org>" })).toEqual({
    name: "Our Trips",
    address: "trips@example.org",
  });
  expect(sender({ MAIL_FROM: '"Our, Trips" <trips@example.org>' }).name).toBe("Our, Trips");
  expect(sender({ MAIL_FROM: "Trips <trips@bücher.example>" }).address).toBe("trips@xn--bcher-kva.example");
  for (const bad of [
    "trips",
    "a@b@c",
    "Trips <trips>",
    "trips@example.org\nBcc: x@example.org",
    "a b@example.org",
    "@x",
  ])
    expect(() => readConfig({ MAIL_FROM: bad }), bad).toThrow(/^Configuration: MAIL_FROM must be an address like/);
});

test("SMTP_URL needs PUBLIC_URL and MAIL_FROM, and no fault shows its password", () => {
  const site = { PUBLIC_URL: "https://trips.example.org" };
  const fault = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const url = "smtp://app:secret@mail.example.org";
  expect(readConfig({ ...site, SMTP_URL: url })).toMatchObject({ smtp: { tls: "starttls" }, mailPerHour: 2000 });
  expect(readConfig({})).toMatchObject({ smtp: undefined });
  expect(fault({ SMTP_URL: url })).toBe(
    "Configuration: SMTP_URL needs PUBLIC_URL: without it, the sender of a request decides where the links in mails lead.",
  );
  expect(fault({ SMTP_URL: url, PUBLIC_URL: "http://192.0.2.7" })).toMatch(
    /^Configuration: SMTP_URL needs MAIL_FROM, /,
  );
  expect(fault({ SMTP_URL: url, PUBLIC_URL: "http://192.0.2.7", MAIL_FROM: "trips@example.org" })).toBe("");
  const bad = fault({ ...site, SMTP_URL: "https://app:secret@mail.example.org" });
  expect(bad).toMatch(/^Configuration: SMTP_URL must be an address like smtp:/);
  expect(bad).not.toContain("secret");
  expect(fault({ MAIL_PER_HOUR: "0" })).toMatch(/MAIL_PER_HOUR must be a number of mails from 1 to 10000000/);
});
