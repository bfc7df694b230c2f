import { setTimeout as sleep } from "node:timers/promises";
import type { Deliver } from "./outbox.ts";
import { Refused, findRefusal, isAboutOneMail } from "./refusal.ts";
import type { SmtpServer } from "../config/smtp-url.ts";

export interface SmtpEvents {
  /** The server has a fault. Called once for each kind of fault, until a mail gets through. */
  onFault(what: string): void;
  /** A mail got through after a fault. */
  onRecovery(): void;
}

export interface Smtp {
  /** Rejects with `Refused` if a retry is useless. */
  readonly deliver: Deliver;
  /** Connects to the server and reports a fault to `SmtpEvents`. Never rejects. */
  check(): Promise<void>;
  /** Waits a few seconds for mails in delivery. The rest fails, although the server may have taken it. */
  close(): Promise<void>;
}

/** The maximum of mails at a time. Connections are kept for the next mails. */
const connections = 4;
const connectMs = 10_000;
/** A server that is silent for this long is gone. Some servers check a mail for a while before they take it. */
const silentMs = 60_000;
/** Most servers take a mail within two seconds. */
const partingMs = 5000;

/** Delivers to a mail server. Certificates are verified; `NODE_EXTRA_CA_CERTS` adds a certificate authority. */
export function smtp(server: SmtpServer, events: SmtpEvents, parting = { withinMs: partingMs }): Smtp {
  const underWay = new Set<Promise<unknown>>();
  let opening: ReturnType<typeof open> | undefined;
  let fault: string | undefined;
  const transport = () => (opening ??= open(server));
  const reportSuccess = () => {
    if (fault !== undefined) events.onRecovery();
    fault = undefined;
  };
  const reportFault = (error: unknown) => {
    const { code = "", message } = error as Error & { code?: string };
    const kind = `${code} ${(error as { responseCode?: number }).responseCode ?? ""}`;
    if (fault === kind) return;
    fault = kind;
    events.onFault(`${server.host}:${server.port}: ${message.replaceAll(/\s+/g, " ")}${code && ` (${code})`}`);
  };
  return {
    async deliver({ envelope, raw }) {
      const { sendMail } = await transport();
      const sending = sendMail({ envelope: { from: envelope.from, to: [envelope.to] }, raw });
      underWay.add(sending);
      try {
        await sending;
        reportSuccess();
      } catch (error) {
        if (isAboutOneMail(error)) reportSuccess();
        else reportFault(error);
        const refusal = findRefusal(error);
        throw refusal ? new Refused(refusal, error) : error;
      } finally {
        underWay.delete(sending);
      }
    },
    async check() {
      const { verify } = await transport();
      await verify().then(reportSuccess, reportFault);
    },
    async close() {
      const opened = await opening?.catch(() => undefined);
      // A mail that was taken without our knowing would be sent again.
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
    // Few, because the job queue retries later anyway.
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
