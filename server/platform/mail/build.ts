import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import type { SmtpServer } from "../config/smtp-url.ts";
import type { Database } from "../db/connect.ts";
import type { Faults } from "../faults/faults.ts";
import type { Serve } from "../http/serve.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { databaseMemory } from "../throttle/database-memory.ts";
import { type FindPerson, bounceStore } from "./bounce-store.ts";
import { hourlyStore } from "./hourly-store.ts";
import { type Mail, openMail } from "./mail.ts";
import { type NoMail, openNoMail } from "./no-mail.ts";
import { noMailStore } from "./no-mail-store.ts";
import { outbox } from "./outbox.ts";
import { isAboutOneMail } from "./refusal.ts";
import { mailRoutes } from "./routes.ts";
import { type Smtp, smtp } from "./smtp.ts";

interface Parts {
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly config: Config;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly findPerson: FindPerson;
  readonly log: Log;
  readonly faults: Faults;
  readonly metrics: Metrics;
}

interface Mailing {
  readonly feature: { start(): void; stop(): Promise<void>; forget(): Promise<void> };
  readonly mail: Mail;
  readonly noMail: NoMail;
}

type Say = { (what: object, line: string): void; (line: string): void };
type Log = Readonly<Record<"error" | "warn" | "info", Say>>;

/** Builds mail: the queue of letters, their delivery to a mail server or a folder, and the unsubscribed addresses with their calls. */
export function buildMail({ app, serve, config, database, jobs, findPerson, log, faults, metrics }: Parts): Mailing {
  const server = config.smtp && openServer(config.smtp, faults);
  const bounces = bounceStore(database, findPerson);
  const mail = openMail({
    jobs,
    deliver:
      server?.deliver ??
      outbox(path.join(config.dataDir, "outbox"), (file) => log.info({ file }, "A mail was written")),
    from: config.mailFrom,
    hourly: hourlyStore(database),
    perHour: config.mailPerHour,
    counts: config.rateLimits ? databaseMemory(database) : null,
    count: metrics.counter("mails_total", "Mails that were sent, that are tried again, and that were given up", [
      "outcome",
    ]),
    bounces,
    log: (err, { kind, id, job }, isLast) => {
      if (isLast) log.error({ err, kind, id, job }, "A mail was given up");
      // A fault of the mail server concerns every mail and is logged once, so this is only info.
      else log[server && !isAboutOneMail(err) ? "info" : "warn"]({ err, kind, id, job }, "A mail is tried again later");
    },
  });
  const noMail = openNoMail(noMailStore(database));
  mailRoutes(app, serve, { database, noMail, rateLimits: config.rateLimits });
  return {
    feature: {
      /** Logs if the mail server cannot be reached; mails wait for it. */
      start() {
        if (config.worker) server?.check().catch((err: unknown) => log.error({ err }, "No mail server"));
      },
      stop: async () => server?.close(),
      forget: bounces.forget,
    },
    mail,
    noMail,
  };
}

/** While the mail server has a fault, it is asked again: the fault may be over before the next mail is due. */
function openServer(settings: SmtpServer, faults: Faults): Smtp {
  let fault: string | null = null;
  const note = (what: string | null) => {
    fault = what;
    faults.tell("mail", fault);
  };
  const server = smtp(settings, {
    onFault: (what) => note(`Mails wait, because their server does not take them: ${what}`),
    onRecovery: () => note(null),
  });
  faults.watch("mail", async () => {
    if (fault !== null) await server.check();
    return fault;
  });
  return server;
}
