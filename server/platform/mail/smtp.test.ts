import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Behaviour, openMailServer } from "../../testing/mail-server.ts";
import { letterOf } from "./letter.ts";
import { messageOf } from "./message.ts";
import { Refused } from "./refusal.ts";
import { smtp } from "./smtp.ts";
import { readSmtpUrl } from "../config/smtp-url.ts";

const from = { name: "Swellmates", address: "noreply@trips.example.org" };
const draft = { title: "Hello", paragraphs: ["Surf is up."], footnote: "Bye" };
const mailTo = (to: string) => messageOf(randomUUID(), from, { to, subject: "Hello", ...letterOf(draft) });

async function serverThat(behaviour?: Behaviour, options?: Parameters<typeof openMailServer>[1]) {
  const server = await openMailServer(behaviour, options);
  onTestFinished(() => server.close());
  return server;
}

/** Opens the delivery to a port. `said` collects its events. */
function deliveryTo(port: number, login = "", options = "", parting?: Parameters<typeof smtp>[2]) {
  const said: string[] = [];
  const events = { onFault: (what: string) => said.push(what), onRecovery: () => said.push("well again") };
  const delivery = smtp(readSmtpUrl(`smtp://${login}127.0.0.1:${port}${options}`)!, events, parting);
  onTestFinished(() => delivery.close());
  return { ...delivery, said };
}

const failure = async (work: Promise<void>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

test("a mail arrives as it was written, from the address of MAIL_FROM", async () => {
  const server = await serverThat();
  const { deliver, said } = deliveryTo(server.port);
  const mail = await mailTo("kai@example.org");
  await deliver(mail);
  expect(server.received).toEqual([{ from: from.address, to: "kai@example.org", raw: mail.raw.toString("latin1") }]);
  expect(said).toEqual([]);
});

test.each([
  ["550 5.1.1 No such user here", 550, "rcpt", "there is no such mailbox."],
  ["452 4.2.2 is for now", 452, "rcpt", undefined],
  ["552 5.2.2 Mailbox full", 552, "rcpt", "the mailbox is full."],
  ["550 relay not permitted", 550, "rcpt", "its mail server refused the mail."],
  ["451 4.7.1 Greylisted", 451, "rcpt", undefined],
  ["421 Try later", 421, "rcpt", undefined],
  ["554 5.7.1 Looks like spam", 554, "data", "its mail server refused the mail."],
  ["451 Disk full", 451, "data", undefined],
  ["530 5.7.0 Authentication required", 530, "rcpt", undefined],
] as const)("%s: %i at %s", async (says, code, at, reason) => {
  const server = await serverThat(() => ({ code, says: says.slice(4), at }));
  const { deliver } = deliveryTo(server.port);
  const error = await failure(deliver(await mailTo("kai@example.org")));
  expect(error).toBeInstanceOf(Error);
  if (reason === undefined) expect(error).not.toBeInstanceOf(Refused);
  else {
    expect((error as Refused).refusal.reason).toBe(reason);
    expect((error as Refused).refusal.said).toContain(says.slice(4));
  }
});

test("a mail above the server's size limit is refused for good", async () => {
  const server = await serverThat(undefined, { size: 1000 });
  const error = await failure(deliveryTo(server.port).deliver(await mailTo("kai@example.org")));
  expect((error as Refused).refusal.reason).toBe("the mail was too large.");
  expect(server.received).toEqual([]);
});

test("a mail on a broken connection is retried, and the next mail is sent", async () => {
  const server = await serverThat((to, time) => (to.startsWith("drop") && time < 2 ? "drop" : "take"));
  const { deliver, said } = deliveryTo(server.port);
  const error = await failure(deliver(await mailTo("drop@example.org")));
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(Refused);
  await deliver(await mailTo("kai@example.org"));
  await deliver(await mailTo("drop@example.org"));
  expect(server.received.map(({ to }) => to)).toEqual(["kai@example.org", "drop@example.org"]);
  expect(said.at(-1)).toBe("well again");
});

test("a mail that the server is slow to take does not delay others", async () => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const server = await serverThat(async (to) => {
    if (to.startsWith("slow")) await held;
    return "take" as const;
  });
  const { deliver } = deliveryTo(server.port);
  const slow = deliver(await mailTo("slow@example.org"));
  await Promise.all([deliver(await mailTo("kai@example.org")), deliver(await mailTo("lou@example.org"))]);
  expect(server.received).toHaveLength(2);
  release?.();
  await slow;
  expect(server.received).toHaveLength(3);
});

test("close waits for mails in delivery, unless the server is silent", async () => {
  const [took, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(() => held.resolve());
  const server = await serverThat(async (to) => {
    await (to.startsWith("slow") ? took : held).promise;
    return "take" as const;
  });
  const heard: string[] = [];
  const hear = (what: string) => () => void heard.push(what);
  for (const [to, withinMs] of [
    ["slow@example.org", 60_000],
    ["silent@example.org", 200],
  ] as const) {
    const { deliver, close } = deliveryTo(server.port, "", "", { withinMs });
    const delivered = deliver(await mailTo(to)).then(hear("taken"), hear("failed"));
    await vi.waitFor(() => expect(server.asked(to)).toBe(1));
    const closed = close().then(hear("closed"));
    await setImmediate();
    took.resolve();
    await Promise.all([delivered, closed]);
  }
  expect(heard.slice(0, 2)).toEqual(["taken", "closed"]);
  expect(heard.slice(2).toSorted()).toEqual(["closed", "failed"]);
});

test("a silent or missing server is reported once", { tags: "long", timeout: 40_000 }, async () => {
  const mute = createServer().listen(0, "127.0.0.1");
  await once(mute, "listening");
  const { port } = mute.address() as AddressInfo;
  onTestFinished(() => void mute.close());
  const silent = deliveryTo(port);
  const errors = [
    failure(silent.deliver(await mailTo("kai@example.org"))),
    failure(silent.check().then(() => undefined)),
  ];
  expect(await errors[0]).toMatchObject({ code: "ETIMEDOUT" });
  await errors[1];
  expect(silent.said).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+: .*\(ETIMEDOUT\)$/)]);

  const gone = await openMailServer();
  await gone.close();
  const { deliver, check, said } = deliveryTo(gone.port);
  for (let i = 0; i < 3; i++)
    expect(await failure(deliver(await mailTo("kai@example.org")))).not.toBeInstanceOf(Refused);
  await check();
  expect(said).toEqual([expect.stringMatching(/ECONNREFUSED/)]);
  const back = await openMailServer(undefined, {}, gone.port);
  onTestFinished(() => back.close());
  await deliver(await mailTo("kai@example.org"));
  expect(said).toEqual([expect.anything(), "well again"]);
});

test("a wrong password is reported once, without the password, and loses no mail", async () => {
  const server = await serverThat(undefined, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "app" && password === "p w%" ? done(null, { user: "app" }) : done(new Error("Invalid login")),
  });
  const wrong = deliveryTo(server.port, "app:guess-me@");
  for (let i = 0; i < 2; i++) {
    const error = await failure(wrong.deliver(await mailTo("kai@example.org")));
    expect(error).toMatchObject({ code: "EAUTH" });
    expect(error).not.toBeInstanceOf(Refused);
  }
  expect(wrong.said).toEqual([expect.stringContaining("(EAUTH)")]);
  expect(wrong.said.join()).not.toContain("guess-me");
  await deliveryTo(server.port, "app:p%20w%25@").deliver(await mailTo("kai@example.org"));
  expect(server.received).toHaveLength(1);
});

test("nothing is sent to a server with an untrusted certificate", async () => {
  const server = await serverThat(undefined, { hideSTARTTLS: false });
  const { deliver, said } = deliveryTo(server.port, "", "?tls=on");
  expect(await failure(deliver(await mailTo("kai@example.org")))).not.toBeInstanceOf(Refused);
  expect(said.join()).toMatch(/certificate/);
  expect(server.received).toEqual([]);
});

test("nothing is sent to a server without STARTTLS if it is required", async () => {
  const server = await serverThat();
  const { deliver, said } = deliveryTo(server.port, "", "?tls=on");
  expect(await failure(deliver(await mailTo("kai@example.org")))).toBeInstanceOf(Error);
  expect(said).toHaveLength(1);
  expect(server.received).toEqual([]);
});

test.each(["a@b.org>\r\nRCPT TO:<c@d.org", "a@b.org\r\nBcc: c@d.org", "a b@c.org", "a@b.org, c@d.org", "<a@b.org>"])(
  "no mail is sent to the address %j",
  async (to) => {
    expect(((await failure(mailTo(to).then(() => undefined))) as Refused).refusal.reason).toBe(
      "no mail can be sent to such an address.",
    );
  },
);

test("SMTP_URL sets host, port, TLS and login, and invalid ones are refused", () => {
  const read = (url: string) => {
    const { host, port, tls, login } = readSmtpUrl(url) ?? {};
    return host === undefined ? undefined : `${host} ${port} ${tls} ${login ? `${login.user}/${login.pass}` : "-"}`;
  };
  expect(read("smtp://app:p%40w@mail.example.org")).toBe("mail.example.org 587 starttls app/p@w");
  expect(read("smtps://app:pw@mail.example.org")).toBe("mail.example.org 465 implicit app/pw");
  expect(read("smtp://mail.example.org:2525?tls=off")).toBe("mail.example.org 2525 off -");
  expect(read("smtp://localhost")).toBe("localhost 25 off -");
  expect(read("smtp://[::1]:26?tls=on")).toBe("::1 26 starttls -");
  expect(read("smtp://127.evil.example")).toBe("127.evil.example 587 starttls -");
  for (const bad of [
    "",
    "mail.example.org",
    "http://mail.example.org",
    "smtp://",
    "smtp://app@mail.example.org",
    "smtp://mail.example.org/path",
    "smtp://mail.example.org?tls=maybe",
    "smtp://mail.example.org?pool=1",
    "smtps://mail.example.org?tls=off",
    "smtp://a:%zz@mail.example.org",
  ])
    expect(read(bad), bad).toBeUndefined();
});
