import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, type TestPerson, openTestApp } from "../testing/app.ts";
import { runCommand } from "../testing/run-command.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const isIn = async (who: TestPerson) => (await who.get("/api/auth/user")).status === 200;

const logOut = (...args: string[]) => runCommand(swell, "log-out", ...args);

test("an operator ends the sessions of one person, or of everybody", async () => {
  const { ana, bo } = await swell.people("ana", "bo");
  expect(await logOut(ana.email.toUpperCase())).toEqual({
    code: 0,
    said: `${ana.email.toUpperCase()} is logged out everywhere.\n`,
  });
  expect([await isIn(ana), await isIn(bo)]).toEqual([false, true]);
  const again = await swell.visitor.post("/api/login", { email: ana.email, password: ana.password });
  expect(again.status).toBe(200);
  expect(await logOut("--all")).toEqual({ code: 0, said: "Ended 2 sessions: everybody is logged out.\n" });
  expect(await isIn(bo)).toBe(false);
});

test("the command says when nobody has the address, and how to call it", async () => {
  expect(await logOut("nobody@example.org")).toEqual({
    code: 1,
    said: "Nobody has an account with the address nobody@example.org.\n",
  });
  const wrong = await logOut("--all", "ana@example.org");
  expect(wrong).toMatchObject({ code: 2, said: expect.stringContaining("npm run log-out") });
});
