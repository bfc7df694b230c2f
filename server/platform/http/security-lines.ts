// Decision 113: what site admins see of the security log.
import type { SecurityEvent } from "./security-events.ts";

/** A line of the security log as the database keeps it, without the IP address. */
export interface KeptLine {
  readonly at: Date;
  readonly event: SecurityEvent;
  readonly account: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Takes lines of the security log for the admin page. */
export interface SecurityLines {
  add(line: KeptLine): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** A flood of refusals costs one small write in this time. */
const batchMs = 2000;
const maxInBatch = 100;

/** Writes lines in batches of at most a hundred. More of them are left out, and lines that cannot be written are lost: the log has them all. */
export function openSecurityLines(write: (lines: readonly KeptLine[]) => Promise<void>): SecurityLines {
  let waiting: KeptLine[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) await write(lines).catch(() => {});
  };
  return {
    add(line) {
      if (waiting.length < maxInBatch) waiting.push(line);
      timer ??= setTimeout(() => void flush(), batchMs).unref();
    },
    stop: flush,
  };
}
