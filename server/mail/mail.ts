import type { Tx } from "../db/connect.ts";
import type { Jobs, Queue } from "../jobs/jobs.ts";
import type { Letter } from "./letter.ts";
import { type Sender, messageOf } from "./message.ts";
import type { Deliver } from "./outbox.ts";

/** Writes the letter that an id stands for, when it is about to go; null: nobody should get it any more. */
export type Write = (id: string) => Promise<Letter | null>;

export interface Mail {
  /**
   * Says how letters of a kind are written. Secrets are made in `write` and only their hash is kept, so that none lies in a queue;
   * it runs again when a delivery failed, and what it made before then counts no more.
   */
  kind(name: string, write: Write): void;
  /** Posts letters with the transaction: they go exactly when that commits. Call `wake` after the commit. */
  post(tx: Tx, kind: string, ids: readonly string[]): Promise<void>;
  /** Looks for posted letters at once instead of at the next poll. */
  wake(): void;
}

interface Posted {
  readonly kind: string;
  readonly id: string;
}

export interface MailParts {
  readonly jobs: Jobs;
  readonly deliver: Deliver;
  readonly from: Sender;
  /** Hears of a letter that failed; `isLast`: it is given up. */
  readonly log: (error: unknown, letter: Posted, isLast: boolean) => void;
}

/** Tried again for some five hours: first after seconds, then every ten minutes. */
const mailQueue: Queue<Posted> = { name: "mail", batch: 10, loops: 1, retries: 35, retrySeconds: 5 };

/** Mail by the job queue: a letter is delivered at least once, and exactly once when nothing crashes. */
export function openMail({ jobs, deliver, from, log }: MailParts): Mail {
  const kinds = new Map<string, Write>();
  jobs.handle(mailQueue, async (batch) => {
    const failed = new Map<string, Error>();
    for (const { id, task, isLast } of batch) {
      try {
        const write = kinds.get(task.kind);
        if (!write) throw new Error(`No one writes letters of the kind ${task.kind}`);
        const letter = await write(task.id);
        if (letter) await deliver(await messageOf(id, from, letter));
      } catch (error) {
        log(error, task, isLast);
        failed.set(id, error instanceof Error ? error : new Error(String(error)));
      }
    }
    return failed;
  });
  return {
    kind: (name, write) => void kinds.set(name, write),
    post: (tx, kind, ids) => jobs.send(tx, mailQueue, ...ids.map((id) => ({ kind, id }))),
    wake: () => jobs.wake(mailQueue),
  };
}
