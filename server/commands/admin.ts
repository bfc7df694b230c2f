import { ReadOnlySwitch } from "#contract/admin.ts";
import { actionStore } from "../admin/actions/store.ts";
import { retryQueue } from "../admin/jobs/retrying.ts";
import { bouncedMailStore } from "../admin/mails/store.ts";
import { peopleOfSiteStore } from "../admin/people/store.ts";
import { securityLineStore } from "../admin/security/store.ts";
import { openOverview, shownBackups } from "../admin/site/overview.ts";
import { switchReadOnly } from "../admin/site/read-only.ts";
import { squadsOfSiteStore } from "../admin/squads/store.ts";
import { readConfig } from "../platform/config/config.ts";
import { openFaults } from "../platform/faults/faults.ts";
import { openReadOnly } from "../platform/http/read-only.ts";
import { type Jobs, openJobs } from "../platform/jobs/jobs.ts";
import type { Database } from "../schema/database.ts";
import { printError, printLine, readArguments, runToEnd, withDatabase } from "./command.ts";
import { logOutAddress } from "./log-out-address.ts";
import { printTable } from "./print-table.ts";

/*
 * `npm run admin` prints the state of the site, and with a word one of the lists of the admin page, at most a hundred lines. `retry queue`,
 * `read-only on [message]`, `read-only off` and `log-out email` act, and are written down as the operator's. The server may run meanwhile.
 * Exit codes: 1 if it did not work, 2 for wrong arguments.
 */
const usage =
  "npm run admin -- [people [name] | squads | jobs | retry queue | mail | backups | log | actions | read-only on [message] | read-only off | log-out email]";

const maxLines = 100;

interface Parts {
  readonly database: Database;
  readonly jobs: Jobs;
}
type Task = (parts: Parts) => Promise<void>;

/** What each word does, with the words after it. Undefined for words that it does not take. */
const tasks: Readonly<Record<string, (...words: string[]) => Task | undefined>> = {
  people:
    (...name) =>
    async ({ database }) =>
      printTable(await peopleOfSiteStore(database).newest(maxLines, undefined, name.join(" ") || undefined)),
  squads:
    () =>
    async ({ database }) =>
      printTable(await squadsOfSiteStore(database).largest(maxLines, null)),
  jobs:
    () =>
    async ({ jobs }) => {
      printTable((await jobs.failed.queues()).map((queue) => ({ ...queue })));
      printLine("");
      printTable(
        (await jobs.failed.newest(maxLines, null, undefined)).map(({ id, queue, failedAt, tries, reason }) => ({
          id,
          queue,
          failedAt,
          tries,
          reason,
        })),
      );
    },
  retry: (queue) =>
    queue === undefined
      ? undefined
      : async ({ database, jobs }) =>
          printLine(`${await retryQueue(database, jobs.failed, "operator", queue)} jobs run once more.`),
  mail:
    () =>
    async ({ database }) =>
      printTable(await bouncedMailStore(database).newest(maxLines, undefined)),
  backups:
    () =>
    async ({ database }) =>
      printTable(await shownBackups(database, maxLines)),
  log:
    () =>
    async ({ database }) =>
      printTable(
        (await securityLineStore(database).newest(maxLines, undefined)).map(({ at, event, person, fields }) => ({
          at,
          event,
          person: person?.name,
          fields: fields.map(({ name, value }) => `${name}=${value}`).join(" "),
        })),
      ),
  actions:
    () =>
    async ({ database }) =>
      printTable(
        (await actionStore(database).newest(maxLines, undefined)).map(({ at, action, by, byName, person, detail }) => ({
          at,
          action,
          by: byName ?? by,
          person: person?.name,
          detail,
        })),
      ),
  "read-only": (state, ...words) => {
    const asked = ReadOnlySwitch.safeParse({ isOn: state === "on", message: words.join(" ") });
    if (!asked.success || !["on", "off"].includes(state ?? "") || (state === "off" && words.length > 0))
      return undefined;
    const { isOn, message } = asked.data;
    return async ({ database }) => {
      await switchReadOnly(database, "operator", isOn, message || null);
      printLine(isOn ? "The site is read-only." : "The site takes writes.");
    };
  },
  "log-out": (email) =>
    email === undefined ? undefined : async ({ database }) => printLine(await logOutAddress(database, email)),
};

const overview: Task = async ({ database, jobs }) => {
  const faults = openFaults(database, { warn: printError });
  const {
    lastBackup,
    readOnly,
    faults: found,
    ...counts
  } = await openOverview({
    database,
    readOnly: openReadOnly(database),
    faults,
    failed: jobs.failed,
  })();
  printTable([counts]);
  printLine(`Last backup: ${lastBackup?.endedAt ?? "none"}`);
  if (readOnly) printLine(`Read-only since ${[readOnly.since, readOnly.message ?? []].flat().join(": ")}`);
  for (const { name, reason, since } of found) printLine(`Fault of ${name} since ${since}: ${reason}`);
};

function readTask([word, ...words]: readonly string[]): Task {
  if (word === undefined) return overview;
  const task = Object.hasOwn(tasks, word) ? tasks[word]!(...words) : undefined;
  if (!task) throw new Error(`I do not know "${[word, ...words].join(" ")}".`);
  return task;
}

const task = readArguments(() => readTask(process.argv.slice(2)), usage);
if (task)
  await runToEnd(() =>
    withDatabase(readConfig(process.env), 4, async (database) => {
      const jobs = openJobs({ database, works: false, log: printError });
      try {
        await task({ database, jobs });
      } finally {
        await jobs.stop();
      }
    }),
  );
