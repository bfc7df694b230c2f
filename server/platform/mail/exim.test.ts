import tls from "node:tls";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newSquad } from "../../testing/builders.ts";
import { hasExim, startExim } from "../../testing/exim.ts";
import { linkIn } from "../../testing/outbox.ts";
import { smtp } from "./smtp.ts";
import { readSmtpUrl } from "../config/smtp-url.ts";

vi.setConfig({ testTimeout: 60_000 });
const authorities = tls.getCACertificates("default");
const soon = <T>(look: () => Promise<T> | T) => vi.waitFor(look, { timeout: 30_000, interval: 100 });

if (!hasExim)
  console.log("There is no Exim that this account may run: mail through a real mail server was not tested.");

describe.runIf(hasExim)("a real mail server", () => {
  let exim: Awaited<ReturnType<typeof startExim>>;
  let swell: TestApp;
  beforeAll(async () => {
    exim = await startExim();
    swell = await openTestApp({
      SMTP_URL: `smtp://app:pw@127.0.0.1:${exim.port}?tls=on`,
      PUBLIC_URL: "https://trips.x.test",
    });
  });
  afterAll(async () => {
    tls.setDefaultCACertificates(authorities);
    await swell?.close();
    await exim?.stop();
  });

  /** What the log says of the server after a check with this login. */
  async function checked(login: string) {
    const said: string[] = [];
    const server = smtp(readSmtpUrl(`smtp://${login}127.0.0.1:${exim.port}?tls=on`)!, {
      onFault: (what) => said.push(what),
      onRecovery: () => undefined,
    });
    await server.check();
    await server.close();
    return said;
  }

  test("gets no mail while its certificate is not trusted", async () => {
    expect(await checked("app:pw@")).toEqual([expect.stringMatching(/certificate/)]);
    tls.setDefaultCACertificates([...authorities, exim.certificate]);
    expect(await checked("app:pw@")).toEqual([]);
  });

  test("refuses a wrong password, and the log says so", async () => {
    expect(await checked("app:wrong@")).toEqual([expect.stringMatching(/535.*\(EAUTH\)$/)]);
  });

  test("delivers an invitation over TLS after a login, and its link opens", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    await ana.post("/api/squad-invites", { squadId: squad, emails: ["kai@x.test"], message: "🏄 Olá\n.\nBring wax." });
    const [raw] = await soon(() => {
      expect(exim.delivered()).toHaveLength(1);
      return exim.delivered();
    });
    const mail = await PostalMime.parse(raw!);
    expect(mail.headers.find(({ key }) => key === "received")?.value).toMatch(/with esmtpsa.*TLS1\.3/i);
    expect(mail.subject).toBe("Invitation from Ana Berg to “Dawn Patrol”");
    expect(mail.text).toContain("> 🏄 Olá\n> .\n> Bring wax.");
    const { search } = linkIn(mail);
    expect((await swell.visitor.get(`/api/public/squads/${squad}${search}`)).status).toBe(200);
    expect((await ana.get(`/api/invitations?place=${squad}`)).body).toMatchObject([
      { email: "kai@x.test", mail: "sent" },
    ]);
  });

  test("refuses an unknown user and a relay, and the sender reads why", async () => {
    const { ana, squad } = await newSquad(swell, "ana");
    await ana.post("/api/squad-invites", { squadId: squad, emails: ["nouser@x.test", "kai@elsewhere.test"] });
    await soon(async () => {
      const told = rows((await ana.get("/api/mail-notices")).body);
      expect(told.map(({ who, reason }) => `${who}: ${reason}`).sort()).toEqual([
        "kai@elsewhere.test: its mail server refused the mail. It said: “550 relay not permitted”",
        "nouser@x.test: there is no such mailbox. It said: “550 5.1.1 Unknown user”",
      ]);
    });
  });
});
