import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../db/id.ts";
import { maxBounceNameLength } from "../config/bounce-name.ts";
import { bounceAddress, letterOfBounce } from "./bounce-address.ts";
import { readBounce } from "./bounce.ts";

const key = randomBytes(32);
const base = "bounces@trips.example.org";

/** A report as Postfix writes one. */
const report = (status: string, to: string) =>
  Buffer.from(
    `Return-Path: <>
Delivered-To: ${to}
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
Arrival-Date: Sat, 21 Nov 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; kai@example.org
${status}

--b
Content-Type: message/rfc822

From: Swellmates <noreply@trips.example.org>
Subject: Action: failed

Action: failed
--b--
`.replaceAll("\n", "\r\n"),
  );

test("a report names the letter and why it failed", async () => {
  const id = newId();
  const failed = "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n    <kai@example.org>: no such user";
  const bounce = await readBounce(report(failed, bounceAddress(key, base, id)));
  expect(bounce?.refusal).toEqual({
    reason: "there is no such mailbox.",
    said: "550 5.1.1 <kai@example.org>: no such user",
  });
  expect(bounce?.to.map((address) => letterOfBounce(key, address))).toContain(id);
});

test.each([
  ["Action: failed\nStatus: 5.2.2", "the mailbox is full."],
  ["Action: failed\nStatus: 5.0.0", "its mail server refused the mail."],
  ["Action: FAILED\nStatus: 5.3.4", "the mail was too large."],
  ["Action: delayed\nStatus: 4.4.1", undefined],
  ["Action: delivered\nStatus: 2.0.0", undefined],
])("%j is understood", async (status, reason) => {
  const bounce = await readBounce(report(status, base));
  expect(bounce).not.toBeNull();
  expect(bounce?.refusal?.reason).toBe(reason);
});

test("an answer of a person is no report", async () => {
  expect(await readBounce(Buffer.from("Subject: On holiday\r\n\r\nAction: failed\r\nStatus: 5.1.1"))).toBeNull();
  expect(await readBounce(Buffer.alloc(0))).toBeNull();
  expect(await readBounce(randomBytes(10_000))).toBeNull();
});

test("an address is known in any case, fits a mail server, and is nobody else's to make", () => {
  const id = newId();
  const longest = `${"b".repeat(maxBounceNameLength)}@trips.example.org`;
  const address = bounceAddress(key, longest, id);
  expect(address.indexOf("@")).toBe(64);
  expect(letterOfBounce(key, address.toUpperCase())).toBe(id);
  expect(letterOfBounce(randomBytes(32), address)).toBeUndefined();
  expect(
    letterOfBounce(
      key,
      bounceAddress(key, base, id).replace(/\+./, (two) => (two === "+0" ? "+1" : "+0")),
    ),
  ).toBeUndefined();
  for (const other of ["", base, "bounces+x@trips.example.org", "@"])
    expect(letterOfBounce(key, other)).toBeUndefined();
});
