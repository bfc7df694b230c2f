import { page } from "../../ui/page.ts";
import { wait } from "../../ui/wait.ts";
import type { Entry } from "./entry.ts";
import { type OutboxTab, openOutboxTab } from "./outbox-tab.ts";
import { sendMade } from "./send-made.ts";
import { outboxList } from "./waiting.ts";

/** What the page does with the news of its outbox. The shell fills it in. */
export const outboxNews: {
  onSent: (entry: Entry, answer: unknown) => void;
  onOver: () => void;
} = { onSent: () => undefined, onOver: () => undefined };

/** Phones may leave a request to their database without an answer. */
const patienceMs = 2000;

let opened: Promise<OutboxTab | undefined> | undefined;

/** The outbox of this page's person; undefined where the browser keeps nothing. */
export const openOutbox = (): Promise<OutboxTab | undefined> =>
  (opened ??= Promise.race([open(page.person), wait(patienceMs).then(() => undefined)]).catch(() => undefined));

async function open(person: string | undefined): Promise<OutboxTab | undefined> {
  if (person === undefined) return undefined;
  const tab = openOutboxTab({
    person,
    list: outboxList,
    locks: (navigator as { readonly locks?: LockManager }).locks,
    isOnline: () => navigator.onLine,
    send: (entry) => sendMade(entry, true),
    onSent: (...sent) => outboxNews.onSent(...sent),
    onOver: () => outboxNews.onOver(),
  });
  await tab.refresh();
  addEventListener("online", () => void tab.flush());
  page.onReached = tab.flushSoon;
  return tab;
}
