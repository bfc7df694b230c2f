import { setTimeout as sleep } from "node:timers/promises";
import type { Deliver } from "./outbox.ts";
import { Refused, findRefusal, isAboutOneMail } from "./refusal.ts";
import type { SmtpServer } from "../config/smtp-url.ts";

export interface SmtpHears {
  /** The server itself is the trouble: told once for each kind of it, until a mail got through. */
  trouble(what: string): void;
  /** A mail got through after trouble. */
  wellAgain(): void;
}

export interface Smtp {
  /** Rejects with `Refused` when another try is no use. */
  readonly deliver: Deliver;
  /** Says whether the server can be spoken with, by `SmtpHears` alone. Never rejects. */
  check(): Promise<void>;
  /** Lets mails under way be taken, for a few seconds; what is left then fails, and may have been taken. */
  close(): Promise<void>;
}

/** Mails at a time, each on a connection that is kept for the next. */
const connections = 4;
const connectMs = 10_000;
/** A server that says nothing for so long has gone. Some look into a mail for a while before they take it. */
const silentMs = 60_000;
/** Most servers take a mail within two. */
const partingMs = 5000;

/** Delivers to a mail server. Certificates are verified; `NODE_EXTRA_CA_CERTS` adds an authority of one's own. */
export function smtp(server: SmtpServer, hears: SmtpHears, parting = { withinMs: partingMs }): Smtp {
  const underWay = new Set<Promise<unknown>>();
  let opening: ReturnType<typeof open> | undefined;
  let trouble: string | undefined;
  const transport = () => (opening ??= open(server));
  const well = () => {
    if (trouble !== undefined) hears.wellAgain();
    trouble = undefined;
  };
  const ill = (error: unknown) => {
    const { code = "", message } = error as Error & { code?: string };
    const kind = `${code} ${(error as { responseCode?: number }).responseCode ?? ""}`;
    if (trouble === kind) return;
    trouble = kind;
    hears.trouble(`${server.host}:${server.port}: ${message.replaceAll(/\s+/g, " ")}${code && ` (${code})`}`);
  };
  return {
    async deliver({ envelope, raw }) {
      const { sendMail } = await transport();
      const sending = sendMail({ envelope: { from: envelope.from, to: [envelope.to] }, raw });
      underWay.add(sending);
      try {
        await sending;
        well();
      } catch (error) {
        if (isAboutOneMail(error)) well();
        else ill(error);
        const refusal = findRefusal(error);
        throw refusal ? new Refused(refusal, error) : error;
      } finally {
        underWay.delete(sending);
      }
    },
    async check() {
      const { verify } = await transport();
      await verify().then(well, ill);
    },
    async close() {
      const opened = await opening?.catch(() => undefined);
      // Whoever is not told that a mail was taken sends it again.
      await Promise.race([Promise.allSettled(underWay), sleep(parting.withinMs, undefined, { ref: false })]);
      opened?.close();
    },
  };
}

async function open({ host, port, tls, login }: SmtpServer) {
  const { createTransport } = await import("nodemailer");
  const pool = createTransport({
    pool: true,
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "off",
    ...(login && { auth: login }),
    maxConnections: connections,
    // The job queue tries again; a server that drops connections is not to be asked five times at once.
    maxRequeues: 1,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    sendMail: (mail: { envelope: { from: string; to: string[] }; raw: Buffer }) => pool.sendMail(mail),
    verify: () => pool.verify(),
    close: () => pool.close({ force: true }),
  };
}
