import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ RATE_LIMITS: "on" });
});
afterAll(() => swell.close());

let made = 0;
const address = (name: string) => `${name}.${++made}@example.org`;

test("an inviter has a daily limit, and one address gets three mails a day", async () => {
  const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
  const kai = address("kai");
  for (let i = 0; i < 2; i++) await ana.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  await bo!.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  const fourth = await bo!.post("/api/squad-invites", { squadId: squad, emails: [kai] });
  expect(fourth.body).toEqual({
    sent: [],
    alreadyMembers: [],
    failed: [{ email: kai, reason: "This address got several invitations today. Please try again tomorrow." }],
  });

  const fifty = () => Array.from({ length: 50 }, () => address("many"));
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await ana.post("/api/squad-invites", { squadId: squad, emails: fifty() }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  const refused = answers.at(-1)!;
  expect(refused.body).toMatchObject({ code: "too_many_requests" });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(23 * 3600);
  // The limit applies to Ana, not to her squad.
  expect((await bo!.post("/api/squad-invites", { squadId: squad, emails: [address("lou")] })).status).toBe(200);
});

test("parallel calls cannot exceed the daily limit", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      ana.post("/api/squad-invites", { squadId: squad, emails: Array.from({ length: 50 }, () => address("p")) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
});
