import { setTimeout as sleep } from "node:timers/promises";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { headOf, openMailServer } from "../mail-server.ts";
import { linkIn } from "../outbox.ts";
import { confirmEveryone, killAll, register, startServer, temporaryFolder, until } from "./server-process.ts";

vi.setConfig({ testTimeout: 150_000 });
const home = temporaryFolder();

afterAll(async () => {
  killAll();
  await home.remove();
});

/** A port on which nothing listens. */
async function freePort() {
  const probe = await openMailServer();
  await probe.close();
  return probe.port;
}

async function siteWith(SMTP_URL: string) {
  const PORT = String(await freePort());
  return { PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}`, MAIL_FROM: "trips@example.org", SMTP_URL };
}

const addresses = (count: number) => Array.from({ length: count }, (_, i) => `guest.${i}@example.org`);

test("kill -9 during SMTP loses no mail, and a repeated mail keeps its id", { tags: "long" }, async () => {
  const mails = await openMailServer(async () => {
    // The server has the whole mail but has not replied yet.
    await sleep(300);
    return "take" as const;
  });
  onTestFinished(() => mails.close());
  const options = { dataDir: path.join(home.path, "kill"), env: await siteWith(`smtp://127.0.0.1:${mails.port}`) };
  let server = await startServer(options);
  const ana = await register(server.url, "Ana");
  await confirmEveryone(options.dataDir);
  const squad = (await (await ana.send("POST", "/api/squads", { name: "Dawn Patrol" })).json()) as { id: string };
  const emails = addresses(20);
  const reply = await ana.send("POST", "/api/squad-invites", { squadId: squad.id, emails });
  expect(reply.status).toBe(200);
  await until("some are under way", () => mails.received.length > 4);
  await server.end("SIGKILL");
  server = await startServer(options);
  const guests = () => new Set(mails.received.map(({ to }) => to).filter((to) => to.startsWith("guest")));
  await until("all have arrived", () => guests().size === emails.length);

  const idsOf = (to: string) => mails.to(to).map(({ raw }) => /^Message-ID: (.*)$/m.exec(headOf(raw).head)?.[1]);
  const twice = emails.filter((to) => mails.to(to).length > 1);
  expect(twice.length).toBeGreaterThan(0);
  for (const to of emails) expect(new Set(idsOf(to)).size).toBe(1);
  for (const to of twice) {
    for (const { raw } of mails.to(to)) {
      const { search } = linkIn(await PostalMime.parse(raw));
      expect((await fetch(new URL(`/api/public/squads/${squad.id}${search}`, server.url))).status).toBe(200);
    }
  }
  expect(await server.end("SIGTERM")).toBe(0);
});

test("while the mail server is down, the site works and mails wait", { tags: "long" }, async () => {
  const port = await freePort();
  const env = await siteWith(`smtp://app:hush-hush@127.0.0.1:${port}`);
  const dataDir = path.join(home.path, "gone");
  const server = await startServer({ dataDir, env });
  expect((await fetch(new URL("/readyz", server.url))).status).toBe(200);
  const warning = /Mails wait, because their server does not take them: 127\.0\.0\.1:\d+: [^"]*ECONNREFUSED/g;
  await until("it is said", () => warning.test(server.said()));
  const ana = await register(server.url, "Ana");
  await confirmEveryone(dataDir);
  const squad = (await (await ana.send("POST", "/api/squads", { name: "Dawn Patrol" })).json()) as { id: string };
  const emails = addresses(3);
  await ana.send("POST", "/api/squad-invites", { squadId: squad.id, emails });
  // Time for some attempts.
  await sleep(4000);
  expect((await fetch(new URL("/readyz", server.url))).status).toBe(200);
  expect(server.said().match(warning)).toHaveLength(1);
  const back = await openMailServer(
    undefined,
    { onAuth: (_auth, _session, done) => done(null, { user: "app" }), allowInsecureAuth: true },
    port,
  );
  onTestFinished(() => back.close());
  await until("all have arrived", () => emails.every((to) => back.to(to).length === 1));
  expect(server.said()).toContain("A fault is over: mail");
  expect(server.said()).not.toContain("hush-hush");
  expect(await server.end("SIGTERM")).toBe(0);
});
