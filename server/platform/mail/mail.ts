// Decision 016: why a mail is written when it is sent.
import type { Tx } from "../db/connect.ts";
import type { Jobs, Queue } from "../jobs/jobs.ts";
import { type bounceStore, takeBounce } from "./bounce-store.ts";
import type { HourlyCount } from "./hourly-store.ts";
import type { Letter } from "./letter.ts";
import { type Sender, messageOf } from "./message.ts";
import type { Deliver } from "./outbox.ts";
import type { ThrottleMemory, AttemptLimit } from "../throttle/throttle.ts";
import { emailKey } from "./email-key.ts";
import { type Clearance, type MailKind, type MailOfPerson, isOfPerson } from "./kinds.ts";
import { type Refusal, Refused, givenUp, tooManyToday } from "./refusal.ts";

/** Writes the letter of an id at its delivery. Null: nobody should get it any more. */
type Write = (id: string) => Promise<Letter | null>;

interface Kind {
  /** Mails without which a person stays locked out. Nothing else may use the last tenth of the hourly limit. */
  readonly isWayIn?: boolean;
  /** The limit for one address; mails above it are given up. Mails that other people cause share a limit of their own. */
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
  kind(name: MailKind, write: Write, hears?: Kind): void;
  /** Posts letters within a transaction: they go only if it commits. Call `wake` after the commit. */
  post(tx: Tx, kind: Exclude<MailKind, MailOfPerson>, ids: readonly string[]): Promise<void>;
  /** Posts the letters that a person sends to others, in the same way. Throws for more letters than the gate has counted. */
  postOf(tx: Tx, clearance: Clearance, ids: readonly string[]): Promise<void>;
  /**
   * Takes a letter that was given up off the list and posts it once more, within a transaction. Resolves to whose address it has; undefined if
   * it is not on the list.
   */
  retry(tx: Tx, bounceId: string): Promise<{ readonly personId: string | null } | undefined>;
  /** Fetches posted letters at once instead of at the next poll. */
  wake(): void;
}

interface Posted {
  readonly kind: MailKind;
  readonly id: string;
}

export interface MailParts {
  readonly jobs: Jobs;
  readonly deliver: Deliver;
  readonly from: Sender;
  readonly hourly: HourlyCount;
  readonly perHour: number;
  /** Counts mails to each address; null: no limit. */
  readonly counts: ThrottleMemory | null;
  /** Called for each mail that was sent, and for each failed try. */
  readonly count?: (how: { readonly outcome: "sent" | "tried_again" | "given_up" }) => void;
  /** Keeps letters that were given up. */
  readonly bounces: Pick<ReturnType<typeof bounceStore>, "add">;
  /** Called for each failed try; `isLast`: the letter is given up. */
  readonly log: (error: unknown, letter: Posted & { readonly job: string }, isLast: boolean) => void;
}

/** Retries for two days: first after seconds, later every ten minutes. */
const mailQueue: Queue<Posted> = { name: "mail", batch: 10, loops: 1, retries: 295, retrySeconds: 5 };

/** Invitations and reminders to one address, from everybody together: ten at once, and ten a day. */
const unasked: AttemptLimit = { atOnce: 10, everySeconds: 8640 };

/** Sends mail by the job queue. A letter is delivered at least once; without a crash, exactly once. */
export function openMail({
  jobs,
  deliver,
  from,
  hourly,
  perHour,
  counts,
  count = () => {},
  bounces,
  log,
}: MailParts): Mail {
  const kinds = new Map<MailKind, Kind & { write: Write }>();
  const reserved = Math.floor(perHour / 10);
  /** How many mails of an hour may be counted before one of this kind. */
  const shareOf = (kind: MailKind, { isWayIn }: Kind) =>
    perHour - (isWayIn ? 0 : isOfPerson(kind) ? 2 * reserved : reserved);

  /** Counts a mail to an address; throws `Refused` above the limit. The returned function takes the count back. */
  async function countIn(kind: MailKind, { toAddress }: Kind, to: string) {
    const limit = isOfPerson(kind) ? unasked : toAddress;
    if (!counts || !limit) return async () => {};
    // Addresses that differ only after a plus sign reach the same mailbox.
    const mailbox = emailKey(to).replace(/\+[^@]*@/, "@");
    const what = `mail ${isOfPerson(kind) ? "unasked" : kind} ${mailbox}`;
    if ((await counts.take(what, limit)) !== null) throw new Refused(tooManyToday);
    return () => counts.refund(what, limit);
  }

  /** Sends a letter. Returns the seconds to wait if the hour is full; null if it was sent or nobody should get it. `tell` gets its address. */
  async function send({ kind, id }: Posted, tell: (to: string) => void): Promise<number | null> {
    const known = kinds.get(kind);
    if (!known) throw new Error(`No one writes letters of the kind ${kind}`);
    const full = await hourly.take(shareOf(kind, known));
    if (full !== null) return full;
    let countOut = async () => {};
    try {
      const letter = await known.write(id);
      if (!letter) {
        await hourly.refund();
        return null;
      }
      tell(letter.to);
      countOut = await countIn(kind, known, letter.to);
      await deliver(await messageOf(id, from, letter));
      count({ outcome: "sent" });
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
      let address: string | undefined;
      try {
        const seconds = await send(task, (to) => (address = to));
        // Waiting is no failure, so this is a new job with all its retries.
        if (seconds !== null) await jobs.sendLater(mailQueue, [task], seconds);
      } catch (error) {
        const isOver = isLast || error instanceof Refused;
        log(error, { ...task, job: id }, isOver);
        count({ outcome: isOver ? "given_up" : "tried_again" });
        const refusal = error instanceof Refused ? error.refusal : givenUp;
        if (isOver) await kinds.get(task.kind)?.undelivered?.(task.id, refusal);
        // Our own limit says nothing about the address.
        if (isOver && address !== undefined && refusal !== tooManyToday)
          await bounces.add({ kind: task.kind, letterId: task.id, to: address, reason: refusal.reason });
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
    async postOf(tx, { kind, most }, ids) {
      if (ids.length > most) throw new Error(`The gate has counted ${most} letters, not ${ids.length}`);
      await jobs.send(tx, mailQueue, ...ids.map((id) => ({ kind, id })));
    },
    async retry(tx, bounceId) {
      const bounce = await takeBounce(tx, bounceId);
      if (!bounce) return undefined;
      await jobs.send(tx, mailQueue, { kind: bounce.kind as MailKind, id: bounce.letterId });
      return { personId: bounce.personId };
    },
    wake: () => jobs.wake(mailQueue),
  };
}
