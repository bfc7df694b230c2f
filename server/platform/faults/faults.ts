// Decision 114: how a fault of the site reaches whoever runs it.
import { type Database } from "../db/connect.ts";
import { newId } from "../db/id.ts";
import { type Fault, faultStore } from "./fault-store.ts";

/** What can be wrong. Each has a paragraph under 'Faults' in docs/self-hosting.md. */
export const faultNames = ["backups", "clock", "disk", "mail", "photos", "queue", "sandbox"] as const;
export type FaultName = (typeof faultNames)[number];

export interface Faults {
  /** Notes that something is wrong and why, in one sentence; null: it is over. */
  tell(name: FaultName, reason: string | null): void;
  /** Asks `check` with the start and then every minute what is wrong, null for nothing. If it rejects, nothing changes. */
  watch(name: FaultName, check: () => Promise<string | null>): void;
  /** What is wrong with the site, as all its processes see it, oldest first. While the database is away, as this one sees it. */
  ofSite(): Promise<readonly Fault[]>;
  start(): void;
  stop(): Promise<void>;
}

interface Log {
  warn(what: object, line: string): void;
}

const checkMs = 60_000;

/** Opens the faults of this process. Each writes one line to the log when it begins, and one when it is over. */
export function openFaults(database: Database, log: Log): Faults {
  const store = faultStore(database, newId());
  const present = new Map<FaultName, Fault>();
  const checks: { readonly name: FaultName; readonly check: () => Promise<string | null> }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isWritten = false;
  let isStopped = false;

  function tell(name: FaultName, reason: string | null): void {
    const known = present.get(name);
    if (reason === null) {
      if (present.delete(name)) log.warn({ fault: name }, `A fault is over: ${name}`);
      return;
    }
    present.set(name, { name, reason, since: known?.since ?? new Date() });
    if (!known) log.warn({ fault: name }, reason);
  }

  async function write(): Promise<void> {
    if (present.size === 0 && !isWritten) return;
    const faults = [...present.values()];
    await store.write(faults);
    isWritten = faults.length > 0;
  }

  async function checkAll(): Promise<void> {
    await Promise.all(
      checks.map(async ({ name, check }) => {
        // A check rejects while the database is away, and `/readyz` says so.
        const reason = await check().catch(() => undefined);
        if (reason !== undefined && !isStopped) tell(name, reason);
      }),
    );
    if (isStopped) return;
    await write().catch(() => {});
    timer = setTimeout(() => void checkAll(), checkMs).unref();
  }

  return {
    tell,
    watch: (name, check) => void checks.push({ name, check }),
    async ofSite() {
      const others = await store.ofOthers().catch(() => []);
      const seen = new Map([...others, ...present.values()].map((fault) => [`${fault.name} ${fault.reason}`, fault]));
      return [...seen.values()].toSorted((one, other) => Number(one.since) - Number(other.since));
    },
    start: () => void checkAll(),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      present.clear();
      await write().catch(() => {});
    },
  };
}
