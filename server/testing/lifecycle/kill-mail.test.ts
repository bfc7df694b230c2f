import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { linkIn, outboxOf } from "../outbox.ts";
import {
  confirmEveryone,
  killAll,
  postmasterOf,
  register,
  startServer,
  temporaryFolder,
  until,
} from "./server-process.ts";

vi.setConfig({ testTimeout: 120_000 });
const home = temporaryFolder();

afterAll(async () => {
  killAll();
  await home.remove();
});

/** Kills the server once in each round: before the first mail, among the mails, and together with the database. */
async function mailsAll(dataDir: string, rounds: number) {
  let server = await startServer({ dataDir });
  const ana = await register(server.url, "Ana");
  await confirmEveryone(dataDir);
  const made = (await (await ana.send("POST", "/api/squads", { name: "Dawn Patrol" })).json()) as { id: string };
  const invited: string[] = [];
  const written = () => {
    try {
      return readdirSync(path.join(dataDir, "outbox")).length;
    } catch {
      return 0;
    }
  };
  for (let round = 0; round < rounds; round++) {
    const before = written();
    const emails = Array.from({ length: 50 }, (_, i) => `guest.${round}.${i}@example.org`);
    const reply = await ana.at(server.url).send("POST", "/api/squad-invites", { squadId: made.id, emails });
    expect(reply.status).toBe(200);
    invited.push(...emails);
    if (round > 0) await until("some are written", () => written() > before + 5);
    if (round === 2) process.kill(postmasterOf(dataDir), "SIGKILL");
    await server.end("SIGKILL");
    server = await startServer({ dataDir });
  }
  const mailed = async () => new Set((await outboxOf(dataDir)).map((mail) => mail.to?.[0]?.address));
  await until("all are mailed", async () => (await mailed()).size === invited.length);
  expect(await mailed()).toEqual(new Set(invited));
  const newest = new Map((await outboxOf(dataDir)).map((mail) => [mail.to?.[0]?.address, linkIn(mail).search]));
  for (const search of newest.values()) {
    const card = await fetch(new URL(`/api/public/squads/${made.id}${search}`, server.url));
    expect(card.status).toBe(200);
  }
  expect(await server.end("SIGTERM")).toBe(0);
}

test("a kill -9 loses no invitation, and the newest link works", { tags: "long" }, () =>
  mailsAll(path.join(home.path, "once"), 1),
);

test("three kills at different moments lose no invitation", { tags: "long" }, () =>
  mailsAll(path.join(home.path, "thrice"), 3),
);
