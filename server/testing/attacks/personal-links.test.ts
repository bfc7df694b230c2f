import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, type Reply, type TestApp, openTestApp } from "../app.ts";
import { newSquad } from "../builders.ts";
import { linkIn, mailTo, outboxOf } from "../outbox.ts";
import { adminsLink, makeLink, mergeBy, seatIn, secretOf, takeSeat, ticketOf } from "../seats.ts";
import { collectLog } from "../security-log/collect-log.ts";

let webDir: string;
let swell: TestApp;
const log = collectLog();
beforeAll(async () => {
  webDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-web-"));
  await writeFile(path.join(webDir, "index.html"), "<head><!--head--></head><main></main><!--first-->");
  swell = await openTestApp({ LOG_LEVEL: "trace", RATE_LIMITS: "on" }, undefined, { webDir, logTo: log.logTo });
});
afterAll(async () => {
  await swell.close();
  await rm(webDir, { recursive: true });
});

const comeBack = (token: string) => swell.visitor.post("/api/seats/return", { token });

test("the secret of a personal link stands only where its owner reads it", async () => {
  const { ana, bo, squad, inviteOf } = await newSquad(swell, "ana", "bo");
  const tom = await takeSeat(swell, squad, await inviteOf(), "Tom");
  const to = "tom@example.org";
  await tom.post("/api/seat/link/mail", { email: to });
  const mail = await mailTo(swell.parts.config.dataDir, to);
  const mailed = linkIn(mail).hash.slice(1);
  expect(mail.text!.split(mailed)).toHaveLength(2);
  // A redirect or a preview of the chat app that carries the mail gets the address without the secret.
  expect(`${linkIn(mail).pathname}${linkIn(mail).search}`).toBe("/come-back");
  const replies: Reply[] = [await comeBack(mailed)];
  const own = await makeLink(tom);
  replies.push(await comeBack(mailed), await comeBack(own));
  const others = seatIn(swell.app, replies.at(-1)!);
  const byAdmin = secretOf(await adminsLink(ana, squad, tom));
  replies.push(await comeBack(own), await comeBack(byAdmin));
  const back = seatIn(swell.app, replies.at(-1)!);
  const ticket = await ticketOf(back);
  const calls = ["/api/seat", "/api/sessions", "/api/account/export", "/api/squads", `/api/squads/${squad}/seats`];
  for (const who of [ana, bo!, others, back, swell.visitor] satisfies Client[])
    for (const url of [...calls, `/squads/${squad}`, "/come-back", "/merge-seat", "/account"])
      replies.push(await who.get(url));
  replies.push(await mergeBy(bo!, ticket), await mergeBy(bo!, ticket), await bo!.get("/api/merges"));
  const said = replies.map(({ text, headers }) => `${text} ${JSON.stringify(headers)}`).join();
  const mails = JSON.stringify(
    (await outboxOf(swell.parts.config.dataDir, undefined, true)).filter((one) => one.messageId !== mail.messageId),
  );
  expect(log.lines.length).toBeGreaterThan(20);
  for (const secret of [mailed, own, byAdmin, ticket])
    for (const place of [said, mails, log.lines.join()]) expect(place.includes(secret)).toBe(false);
  const dump = await stored();
  for (const secret of [mailed, own, byAdmin, ticket]) expect(dump.includes(secret)).toBe(false);
});

/** Every row of the tables that the secrets could stand in. */
async function stored() {
  const { db } = swell.database;
  const tables = ["seats", "seat_links", "sessions", "merges"] as const;
  const all = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(all);
}

test("pages of a way back tell other sites no address, and previews say nothing", async () => {
  for (const page of ["/come-back", "/come-back/", "/merge-seat"]) {
    const { headers, text } = await swell.visitor.get(page);
    expect([page, headers["referrer-policy"]]).toEqual([page, expect.stringMatching(/^(no-referrer|same-origin)$/)]);
    expect(headers["cache-control"]).toBe("no-store");
    expect(text).not.toMatch(/Tom|Dawn Patrol/);
  }
  expect((await swell.visitor.get("/come-back")).headers["referrer-policy"]).toBe("no-referrer");
  const preview = (text: string) => text.match(/<meta property="og:(title|description|image)"[^>]*>/g);
  const front = await swell.visitor.get("/");
  expect(preview(front.text)?.length).toBeGreaterThan(1);
  expect(preview((await swell.visitor.get("/come-back")).text)).toEqual(preview(front.text));
});

test("guesses of a personal link are limited, and each says the same", async () => {
  const guesses = await openTestApp({ RATE_LIMITS: "on" });
  try {
    const { squad, inviteOf } = await newSquad(guesses, "ana");
    const tom = await takeSeat(guesses, squad, await inviteOf(), "Tom");
    const ended = await makeLink(tom);
    const right = await makeLink(tom);
    const guess = (token: string) => guesses.visitor.post("/api/seats/return", { token });
    const told = ({ status, text, headers }: Reply) => ({ status, text, cookies: headers["set-cookie"] });
    const first = told(await guess(ended));
    expect([first.status, first.cookies]).toEqual([404, undefined]);
    for (let n = 0; n < 19; n++) expect(told(await guess(ended.slice(0, -2) + String(10 + n)))).toEqual(first);
    const late = await guess(right);
    expect([late.status, Number(late.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(late.headers["set-cookie"]).toBeUndefined();
  } finally {
    await guesses.close();
  }
});
