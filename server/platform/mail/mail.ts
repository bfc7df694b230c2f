// Decision 016: why a mail is written when it is sent.
import { hash } from "node:crypto";
import type { Tx } from "../db/connect.ts";
import type { Jobs, Queue } from "../jobs/jobs.ts";
import type { HourlyCount } from "./hourly-store.ts";
import type { Letter } from "./letter.ts";
import { type Sender, messageOf } from "./message.ts";
import type { Deliver } from "./outbox.ts";
import type { ThrottleStore, AttemptLimit } from "../throttle/throttle.ts";
import { emailKey } from "./email-key.ts";
import { type Refusal, Refused, givenUp, tooManyToday } from "./refusal.ts";

/** Writes the letter of an id at its delivery. Null: nobody should get it any more. */
export type Write = (id: string) => Promise<Letter | null>;

export interface Kind {
  /** Mails that the recipient did not request. They may not use the last fifth of the hourly limit. */
  readonly isUnrequested?: boolean;
  /** Mails without which a person stays locked out. Nothing else may use the last tenth of the hourly limit. */
  readonly isWayIn?: boolean;
  /** The limit for one address; mails above it are given up. Unrequested mails of all kinds share a limit of their own. */
  readonly toAddress?: AttemptLimit;
  /** Called when the mail server has accepted it. */
  delivered?(id: string): Promise<void>;
  /** Called when it is given up. */
  undelivered?(id: string, refusal: Refusal): Promise<void>;
}

export interface Mail {
  /**
   * Sets how letters of a kind are written. `write` makes secrets and stores only their hash, so that no queue holds a secret. It runs
   * again for each retry.
   */
  kind(name: string, write: Write, hears?: Kind): void;
  /** Posts letters within a transaction: they go only if it commits. Call `wake` after the commit. */
  post(tx: Tx, kind: string, ids: readonly string[]): Promise<void>;
  /** Fetches posted letters at once instead of at the next poll. */
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
  readonly hourly: HourlyCount;
  readonly perHour: number;
  /** Counts mails to each address; null: no limit. */
  readonly counts: ThrottleStore | null;
  /** Called for each failed try; `isLast`: the letter is given up. */
  readonly log: (error: unknown, letter: Posted, isLast: boolean) => void;
}

/** Retries for two days: first after seconds, later every ten minutes. */
const mailQueue: Queue<Posted> = { name: "mail", batch: 10, loops: 1, retries: 295, retrySeconds: 5 };

/** Invitations and reminders to one address, from everybody together: ten at once, and ten a day. */
const unasked: AttemptLimit = { atOnce: 10, everySeconds: 8640 };

/** Sends mail by the job queue. A letter is delivered at least once; without a crash, exactly once. */
export function openMail({ jobs, deliver, from, hourly, perHour, counts, log }: MailParts): Mail {
  const kinds = new Map<string, Kind & { write: Write }>();
  const reserved = Math.floor(perHour / 10);
  /** How many mails of an hour may be counted before one of this kind. */
  const shareOf = ({ isUnrequested, isWayIn }: Kind) =>
    perHour - (isWayIn ? 0 : isUnrequested ? 2 * reserved : reserved);

  /** Counts a mail to an address; throws `Refused` above the limit. The returned function takes the count back. */
  async function countIn(name: string, { isUnrequested = false, toAddress }: Kind, to: string) {
    const limit = isUnrequested ? unasked : toAddress;
    if (!counts || !limit) return async () => {};
    // Addresses that differ only after a plus sign reach the same mailbox.
    const mailbox = emailKey(to).replace(/\+[^@]*@/, "@");
    const key = hash("sha256", `mail ${isUnrequested ? "unasked" : name} ${mailbox}`, "buffer");
    if ((await counts.take(key, limit)) !== null) throw new Refused(tooManyToday);
    return () => counts.refund(key, limit);
  }

  /** Sends a letter. Returns the seconds to wait if the hour is full; null if it was sent or nobody should get it. */
  async function send({ kind, id }: Posted): Promise<number | null> {
    const known = kinds.get(kind);
    if (!known) throw new Error(`No one writes letters of the kind ${kind}`);
    const full = await hourly.take(shareOf(known));
    if (full !== null) return full;
    let countOut = async () => {};
    try {
      const letter = await known.write(id);
      if (!letter) {
        await hourly.refund();
        return null;
      }
      countOut = await countIn(kind, known, letter.to);
      await deliver(await messageOf(id, from, letter));
    } catch (error) {
      await hourly.refund();
      await countOut();
      throw error;
    }
    await known.delivered?.(id);
    return null;
  }

  jobs.handle(mailQueue, async (batch) => {
    const failed = new Map<string, Error>();
    const work = batch.map(async ({ id, task, isLast }) => {
      try {
        const seconds = await send(task);
        // Waiting is no failure, so this is a new job with all its retries.
        if (seconds !== null) await jobs.sendLater(mailQueue, [task], seconds);
      } catch (error) {
        const isOver = isLast || error instanceof Refused;
        log(error, task, isOver);
        const known = kinds.get(task.kind);
        if (isOver) await known?.undelivered?.(task.id, error instanceof Refused ? error.refusal : givenUp);
        if (!(error instanceof Refused)) failed.set(id, error instanceof Error ? error : new Error(String(error)));
      }
    });
    for (const [i, outcome] of (await Promise.allSettled(work)).entries())
      if (outcome.status === "rejected") failed.set(batch[i]!.id, new Error(String(outcome.reason)));
    return failed;
  });
  return {
    kind: (name, write, hears = {}) => void kinds.set(name, { ...hears, write }),
    post: (tx, kind, ids) => jobs.send(tx, mailQueue, ...ids.map((id) => ({ kind, id }))),
    wake: () => jobs.wake(mailQueue),
  };
}
