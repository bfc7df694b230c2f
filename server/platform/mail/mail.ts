// Decision 016: why a mail is written when it is sent.
import { hash } from "node:crypto";
import type { Tx } from "../db/connect.ts";
import type { Jobs, Queue } from "../jobs/jobs.ts";
import type { Hourly } from "./hourly-store.ts";
import type { Letter } from "./letter.ts";
import { type Sender, messageOf } from "./message.ts";
import type { Deliver } from "./outbox.ts";
import type { GuessStore, Patience } from "../throttle/throttle.ts";
import { emailKey } from "./email-key.ts";
import { type Refusal, Refused, givenUp, manyToday } from "./refusal.ts";

/** Writes the letter that an id stands for, when it is about to go; null: nobody should get it any more. */
export type Write = (id: string) => Promise<Letter | null>;

export interface Kind {
  /** Nobody asked for these: they leave the last tenth of an hour's mails to those that somebody waits for. */
  readonly isUnasked?: boolean;
  /** So many of these to one address, whoever causes them; what is more is given up. Unasked ones of all kinds have their own. */
  readonly toAddress?: Patience;
  /** Hears that the mail server has it. */
  delivered?(id: string): Promise<void>;
  /** Hears that it reaches nobody and is not tried again. */
  undelivered?(id: string, refusal: Refusal): Promise<void>;
}

export interface Mail {
  /**
   * Says how letters of a kind are written. Secrets are made in `write` and only their hash is kept, so that none lies in a queue;
   * it runs again when a delivery failed.
   */
  kind(name: string, write: Write, hears?: Kind): void;
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
  readonly hourly: Hourly;
  readonly perHour: number;
  /** Counts mails to addresses; null: nobody does. */
  readonly counts: GuessStore | null;
  /** Hears of a letter that failed; `isLast`: it is given up. */
  readonly log: (error: unknown, letter: Posted, isLast: boolean) => void;
}

/** Tried again for two days: first after seconds, then every ten minutes. */
const mailQueue: Queue<Posted> = { name: "mail", batch: 10, loops: 1, retries: 295, retrySeconds: 5 };

/** Invitations and reminders to one address, of all squads, trips and people together: ten at once, and ten a day. */
const unasked: Patience = { atOnce: 10, everySeconds: 8640 };

/** Mail by the job queue: a letter is delivered at least once, and exactly once when nothing crashes. */
export function openMail({ jobs, deliver, from, hourly, perHour, counts, log }: MailParts): Mail {
  const kinds = new Map<string, Kind & { write: Write }>();
  const kept = Math.floor(perHour / 10);

  /** Counts a mail to an address in, or gives it up; the answer counts it out again. */
  async function countIn(name: string, { isUnasked = false, toAddress }: Kind, to: string) {
    const patience = isUnasked ? unasked : toAddress;
    if (!counts || !patience) return async () => {};
    // What stands behind a plus sign comes to the same mailbox.
    const mailbox = emailKey(to).replace(/\+[^@]*@/, "@");
    const key = hash("sha256", `mail ${isUnasked ? "unasked" : name} ${mailbox}`, "buffer");
    if ((await counts.take(key, patience)) !== null) throw new Refused(manyToday);
    return () => counts.giveBack(key, patience);
  }

  /** Seconds to wait when the hour is full; null when it went, or is not to go. */
  async function send({ kind, id }: Posted): Promise<number | null> {
    const known = kinds.get(kind);
    if (!known) throw new Error(`No one writes letters of the kind ${kind}`);
    const full = await hourly.take(known.isUnasked ? perHour - kept : perHour);
    if (full !== null) return full;
    let countOut = async () => {};
    try {
      const letter = await known.write(id);
      if (!letter) {
        await hourly.giveBack();
        return null;
      }
      countOut = await countIn(kind, known, letter.to);
      await deliver(await messageOf(id, from, letter));
    } catch (error) {
      await hourly.giveBack();
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
        // It goes back to the queue as new: waiting is no failure, however long.
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
