import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticator } from "../../accounts/passkeys/fixtures/authenticator.ts";
import { beginSignIn } from "../../accounts/passkeys/fixtures/browser.ts";
import { securityEvents } from "../../platform/http/security-events.ts";
import { type TestApp, openTestApp } from "../app.ts";
import { collectLog } from "./collect-log.ts";

const docs = path.resolve(import.meta.dirname, "../../../docs");
const guide = readFileSync(path.join(docs, "security-log.md"), "utf8");
const filter = readFileSync(path.join(docs, "fail2ban/filter.conf"), "utf8");

test("the guide lists each event with its fields and its sentence", () => {
  const rows = [...guide.matchAll(/^\| `(\w+)`\s*\|([^|]*)\|([^|]*)\|$/gm)]
    .map(([, event = "", fields = "", says = ""]) => ({ event, fields: fields.match(/\w+/g) ?? [], says: says.trim() }))
    .filter(({ event }) => event in securityEvents);
  expect(rows).toEqual(Object.entries(securityEvents).map(([event, kind]) => ({ event, ...kind })));
});

describe("the filter for fail2ban", () => {
  const { lines, logTo, all } = collectLog();
  let swell: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "swellmates-fail2ban-"));
    swell = await openTestApp(
      { LOG_LEVEL: "warn", RATE_LIMITS: "on", TRUST_PROXY: "on", PUBLIC_URL: "http://localhost" },
      undefined,
      { logTo },
    );
    await attack();
  });
  afterAll(async () => {
    await swell.close();
    rmSync(folder, { recursive: true });
  });

  const attackers = ["198.51.100.7", "198.51.100.7", "2001:db8::7", "198.51.100.8"];

  /** Refused logins of the attackers; and from the address of a victim everything that others can make a browser send. */
  async function attack() {
    const { visitor } = swell;
    const ana = await swell.person("ana");
    const from = (ip: string, more: object = {}) => ({ "x-forwarded-for": ip, ...more });
    const guess = (password: string, headers: Record<string, string>) =>
      visitor.post("/api/login", { email: ana.email, password }, headers);
    await guess("wrong", from(attackers[0]!));
    await guess("wrong again", from(`::ffff:${attackers[1]}`));
    await guess("wrong", from(attackers[2]!));
    const { browser, options } = await beginSignIn(swell);
    await browser.post(
      "/api/passkeys/sign-in",
      { credential: authenticator().sign(options, { userHandle: "x" }) },
      from(attackers[3]!),
    );

    const victim = "203.0.113.9";
    const id = "0190a5b0-0000-7000-8000-000000000000";
    await guess("wrong", from(victim, { "sec-fetch-site": "cross-site" }));
    await guess("wrong", from(victim, { origin: "https://evil.example" }));
    await guess(ana.password, from(victim));
    await visitor.get(`/api/no-mail?to=${"A".repeat(43)}`, undefined, from(victim));
    await visitor.get(`/api/public/squads/${id}?invite=made-up`, undefined, from(victim));
    await visitor.get(`/objects/${id}`, undefined, from(victim));
    await visitor.post("/api/password/reset/ways", { token: "A".repeat(43) }, from(victim));
    await visitor.post("/api/password/reset", { token: "A".repeat(43), password: "likes waves" }, from(victim));
    // Strangers use up the guesses at the account, and its owner meets the limit.
    for (let i = 0; i < 10; i++) await guess("wrong", from(attackers[0]!));
    for (let i = 0; i < 4; i++) await guess("wrong", from(victim, { "content-type": "text/plain" }));
    const forged = '198.51.100.66","account":null,"way":"password",';
    await guess("wrong", from(forged, { "user-agent": `{"event":"login_refused","ip":"198.51.100.66"}` }));
  }

  /** The refused logins of the attackers, in the order of the lines. */
  const expected = () => {
    const refused = all().filter(({ event, ip }) => event === "login_refused" && ip !== null);
    return refused.map(({ ip }) => String(ip));
  };

  /** The same lines as the journal hands them over. */
  const journal = () => lines.map((line) => `trips node[4711]: ${line}`);

  test("the lines hold refused logins and much else", () => {
    expect([...new Set(expected())].toSorted()).toEqual([...new Set(attackers)].toSorted());
    const events = new Set(all().map(({ event }) => event));
    for (const event of [
      "cross_site_refused",
      "signature_refused",
      "token_refused",
      "access_refused",
      "limit_hit",
    ] as const)
      expect(events).toContain(event);
  });

  test("its pattern finds the addresses of refused logins alone", () => {
    const pattern = /^failregex = (.+)$/m.exec(filter)![1]!;
    const regex = new RegExp(pattern.replace("<ADDR>", String.raw`(?<host>[\da-f.:]+)`));
    for (const format of [lines, journal()])
      expect(format.flatMap((line) => regex.exec(line)?.groups?.["host"] ?? [])).toEqual(expected());
    const [example = ""] = /^\{"level".*$/m.exec(guide) ?? [];
    expect(regex.exec(example)?.groups?.["host"]).toBe("198.51.100.7");
    const [line = ""] = lines.filter((written) => regex.test(written));
    for (const spoiled of [`x ${line}`, line.replace("login_refused", "login"), JSON.stringify({ msg: line })])
      expect(regex.test(spoiled)).toBe(false);
  });

  test.skipIf(spawnSync("fail2ban-regex", ["--version"]).error !== undefined)(
    "fail2ban itself finds the same addresses and accepts both jails",
    () => {
      for (const [name, format] of Object.entries({ file: lines, journal: journal() })) {
        const log = path.join(folder, `${name}.log`);
        writeFileSync(log, format.join(""));
        const found = spawnSync("fail2ban-regex", ["--out", "ip", log, path.join(docs, "fail2ban/filter.conf")]);
        expect(found.stdout.toString().trim().split("\n"), found.stderr.toString()).toEqual(expected());
      }
      for (const jail of ["jail-journal.conf", "jail-file.conf"]) {
        const home = path.join(folder, jail);
        cpSync("/etc/fail2ban", home, { recursive: true });
        cpSync(path.join(docs, "fail2ban/filter.conf"), path.join(home, "filter.d/swellmates.conf"));
        const text = readFileSync(path.join(docs, "fail2ban", jail), "utf8");
        writeFileSync(
          path.join(home, "jail.local"),
          `[sshd]\nenabled = false\n\n${text.replace("/var/log", folder).replace("swellmates.log", "file.log")}`,
        );
        const tested = spawnSync("fail2ban-client", ["-c", home, "--test"]);
        expect(tested.stdout.toString() + tested.stderr.toString()).toContain("OK: configuration test is successful");
      }
    },
    20_000,
  );
});
