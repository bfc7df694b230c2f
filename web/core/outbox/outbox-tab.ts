// Decision 124: how what is done without a connection is sent later.
import type { Store } from "../../ui/store.ts";
import { ApiError } from "../api.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import type { Entry, MadeCall } from "./entry.ts";
import { addEntry, changeEntry, deleteEntry, findEntries, markStuck } from "./outbox-store.ts";
import { sendAll } from "./send-all.ts";
import { withSenderLock } from "./sender-lock.ts";

interface Ports {
  readonly person: string;
  readonly list: Store<readonly Entry[]>;
  readonly locks: LockManager | undefined;
  readonly isOnline: () => boolean;
  readonly send: (entry: Entry) => Promise<unknown>;
  /** Is called after each entry that has arrived. */
  readonly onSent: (entry: Entry, answer: unknown) => void;
  /** Is called after a run that has sent something, or in which something was refused. */
  readonly onOver: () => void;
}

/** Without news of the connection, what waits is tried again after this time. */
const againMs = 15_000;

/** Votes are secret: nobody who looks at this device later learns whom one named. */
const withoutChoice = ({ call }: Entry) =>
  call === "POST /api/categories/:id/vote" ? { body: { nomineeId: "" } } : {};

export type OutboxTab = ReturnType<typeof openOutboxTab>;

/** The outbox of one person in one tab. All tabs show the same list, and one of them sends. */
export function openOutboxTab({ person, list, locks, isOnline, send, onSent, onOver }: Ports) {
  const channel = new BroadcastChannel("outbox");
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  const waiting = () => list.current().filter(({ fault }) => fault === null);
  const refresh = async () => list.set(await findEntries(person));
  const changed = async () => {
    await refresh();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its origin alone
    channel.postMessage("changed");
  };

  const run = async (mayGoOn: () => boolean) => {
    let hasNews = false;
    const error = await sendAll({
      mayGoOn,
      send,
      next: async () => (await findEntries(person)).find(({ fault }) => fault === null),
      onTry: ({ id }) => changeEntry(id, { isTried: true }),
      onSent: async (entry, answer) => {
        hasNews = true;
        await deleteEntry(entry.id);
        onSent(entry, answer);
        await changed();
      },
      onRefused: async (entry, fault) => {
        hasNews = true;
        await changeEntry(entry.id, { fault, ...withoutChoice(entry) });
        await changed();
      },
    });
    if (hasNews) onOver();
    if (error === undefined) return;
    const wait = error instanceof ApiError ? error.retryAfter : undefined;
    if (wait !== undefined) notBefore = Date.now() + wait * 1000;
    await markStuck(person);
    await changed();
  };

  const tryLater = () => {
    clearTimeout(timer);
    if (waiting().length > 0) timer = setTimeout(() => void flush(), Math.max(againMs, notBefore - Date.now()));
  };

  const flush: () => Promise<void> = oneAtATime(async () => {
    if (waiting().length === 0) return;
    isRunning = true;
    try {
      if (isOnline() && Date.now() >= notBefore) await withSenderLock(locks, person, run);
    } finally {
      isRunning = false;
      tryLater();
    }
  });

  channel.addEventListener("message", () => void refresh().catch(() => undefined));

  return {
    refresh,
    flush,
    hasWaiting: () => waiting().length > 0,
    /** Sends what waits, unless that is going on. For the moment in which the server has answered something else. */
    flushSoon: () => {
      if (!isRunning && waiting().length > 0) void flush();
    },
    /** Keeps a call and sends it in its turn. Rejects when the device cannot store it. */
    async keep(made: MadeCall, isTried: boolean): Promise<void> {
      const isStuck = isTried || !isOnline();
      await addEntry({ ...made, person, madeAt: Date.now(), isTried, isStuck, fault: null });
      await changed();
      if (!isTried) void flush();
      else tryLater();
    },
    /** Takes an entry out of the outbox: one that somebody gives up, or whose refusal they have read. */
    async remove(id: string): Promise<void> {
      await deleteEntry(id);
      await changed();
    },
    /** Lets a refused entry wait again. */
    async again(id: string): Promise<void> {
      await changeEntry(id, { fault: null, isStuck: false });
      await changed();
      void flush();
    },
    close: () => {
      clearTimeout(timer);
      channel.close();
    },
  };
}
