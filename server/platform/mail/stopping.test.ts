import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestApp } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { sqlText } from "../db/sql-text.ts";

test("a letter that the mail server takes while we stop is not sent again", async () => {
  const slow = Promise.withResolvers<void>();
  const server = await openMailServer(async (to) => {
    if (to.startsWith("slow")) await slow.promise;
    return "take" as const;
  });
  onTestFinished(() => server.close());
  const swell = await openTestApp({
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    PUBLIC_URL: "https://trips.x.test",
    MAIL_FROM: "noreply@x.test",
  });
  onTestFinished(() => swell.close());
  const { ana, squad } = await newSquad(swell, "ana");
  await ana.post("/api/squad-invites", { squadId: squad, emails: ["slow@x.test", "kai@x.test"], message: "" });
  await vi.waitFor(
    () => {
      expect(server.to("kai@x.test")).toHaveLength(1);
      expect(server.asked("slow@x.test")).toBe(1);
    },
    { timeout: 20_000 },
  );
  const stopped = swell.app.close();
  // Some servers check a mail for a while before they take it.
  await sleep(4000);
  slow.resolve();
  await stopped;
  expect(server.to("slow@x.test")).toHaveLength(1);
  const left = { name: "left", text: sqlText`select json_agg(distinct state) from jobs.job where name = 'mail'` };
  expect(await swell.database.one<string[]>(left, [])).toEqual(["completed"]);
});
