import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp, rows } from "../testing/app.ts";
import { newSquad } from "../testing/builders.ts";
import { runCommand } from "../testing/run-command.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../testing/site-admins.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp(siteAdminsOfTests);
});
afterAll(() => swell.close());

const admin = (...args: string[]) => runCommand(swell, "admin", ...args);

// The command loads the whole program each time, so this takes seconds.
test("what an operator does by the command is written down as theirs", async () => {
  const rita = await newSiteAdmin(swell);
  const { ana } = await newSquad(swell, "ana");
  const printed = await Promise.all(
    [[], ["people", "ana"], ["squads"], ["jobs"], ["mail"], ["backups"], ["log"]].map((words) => admin(...words)),
  );
  expect(printed.map(({ code, said }) => [code, said.split("\n").at(-2)])).toEqual([
    [0, "Last backup: none"],
    [0, expect.stringMatching(/^[0-9a-f-]{36} {2}Ana Berg {2}false .* 20\d\d-\d\d-\d\d \d\d:\d\d/)],
    [0, expect.stringMatching(/^[0-9a-f-]{36} {2}Dawn Patrol /)],
    [0, "None."],
    [0, "None."],
    [0, "None."],
    [0, "None."],
  ]);
  expect(printed[0]!.said).toMatch(/^version +accounts +seats +squads +trips +photos +bytes/);

  expect(await admin("read-only", "on", "We", "move.")).toEqual({ code: 0, said: "The site is read-only.\n" });
  expect((await ana.get("/api/public/site")).body["readOnly"]).toMatchObject({ message: "We move." });
  expect((await admin()).said).toMatch(/^Read-only since 20.*: We move\.$/m);
  expect(await admin("read-only", "off")).toEqual({ code: 0, said: "The site takes writes.\n" });
  expect(await admin("retry", "mail")).toEqual({ code: 0, said: "0 jobs run once more.\n" });
  expect(await admin("log-out", ana.email)).toEqual({ code: 0, said: `${ana.email} is logged out everywhere.\n` });
  expect((await ana.get("/api/auth/user")).status).toBe(401);
  const byOperator = { by: "operator", byName: null };
  expect(rows((await rita.get("/api/admin/actions")).body)).toMatchObject([
    { ...byOperator, action: "sessions_ended", person: { id: ana.id } },
    { ...byOperator, action: "read_only_off" },
    { ...byOperator, action: "read_only_on", detail: "We move." },
  ]);
  expect((await admin("actions")).said).toMatch(/sessions_ended +operator +Ana Berg/);
}, 120_000);

test("the command says what it does not know, and how to call it", async () => {
  const wrong = [["photos"], ["retry"], ["read-only"], ["read-only", "off", "now"], ["log-out"], ["toString"]];
  for (const { code, said } of await Promise.all(wrong.map((words) => admin(...words))))
    expect([code, said]).toEqual([2, expect.stringContaining("npm run admin -- [people [name] | squads")]);
  expect(await admin("log-out", "nobody@example.org")).toEqual({
    code: 1,
    said: "Nobody has an account with the address nobody@example.org.\n",
  });
}, 120_000);
