// Decision 122: when a push is sent, and why it is made then.
import { maxUnseen } from "#contract/inbox.ts";
import { minuteMs, secondMs } from "../../platform/durations.ts";
import type { Network } from "../../platform/http/public-network.ts";
import type { Queue } from "../../platform/jobs/jobs.ts";
import type { Ground } from "../../schema/ground.ts";
import { findEndOfQuiet } from "../digest/quiet.ts";
import { gather, pushOf, toldKinds } from "../inbox.ts";
import { inboxStore } from "../store.ts";
import { type Addressee, openDelivery } from "./deliver.ts";
import { type Device, deviceStore } from "./devices-store.ts";
import { type Push, type Windows, pushesOf } from "./messages.ts";
import { openPost } from "./post.ts";
import { type Found, openRetries } from "./retries.ts";
import type { SiteKey } from "./site-key.ts";
import { slots } from "./slots.ts";
import { type Reader, type Waiting, waitingStore } from "./waiting-store.ts";

const pushQueue: Queue<object> = { name: "pushes", batch: 50, loops: 1, retries: 3, retrySeconds: 5 };

interface Parts extends Pick<Ground, "database" | "activity" | "jobs" | "config" | "log" | "metrics"> {
  readonly network: Network;
  readonly siteKey: () => Promise<SiteKey>;
}

const [batchRows, batchPeople, maxRows] = [1000, 50, 1000];
/** How many people are read, and how many are sent to, at a time. */
const [maxReading, maxSending] = [4, 64];
/** Shorter than a job may take. */
const maxRunMs = 5 * minuteMs;
/** What happens in quick succession needs one job. */
const settleMs = 300;
/** How late a push is that waits for a time, or that a server which died has left. */
const lookMs = 15 * secondMs;

/** Sends people what happened, in the browsers that they have chosen. */
export function openPushes({ database, activity, jobs, config, log, metrics, network, siteKey }: Parts) {
  const { publicUrl, mailFrom } = config;
  const subject = publicUrl?.startsWith("https:") ? publicUrl : `mailto:${mailFrom.address}`;
  const { post, close } = openPost({ network, siteKey, subject });
  const store = waitingStore(database, pushOf);
  const inbox = inboxStore(database, toldKinds);
  const devices = deviceStore(database);
  const delivery = openDelivery({ devices, post, log, metrics });
  const reading = slots(maxReading);
  const read = (id: string) => reading(() => inbox.heard(id, { unseen: true, forPush: true, limit: maxRows }));
  const retries = openRetries({ jobs, devices, delivery, log, readerOf: store.reader, waitingFor });
  let isStarted = false;
  let waking: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  /** What waits for a person at this moment. */
  async function waitingFor({ id, noPush, isDiscreet, quiet }: Reader, windows: Windows): Promise<Found> {
    const rows = await read(id);
    const { entries } = gather(rows, "UTC", maxUnseen);
    const count = entries.filter(({ isNew }) => isNew).length;
    const pushes = pushesOf(rows, { id, noPush, zone: quiet?.timeZone ?? "UTC" }, windows);
    return { pushes, to: { id, isDiscreet, count } };
  }

  async function serve(person: Waiting): Promise<void> {
    const now = new Date();
    const own = await devices.of(person.id);
    if (own.length === 0) return store.end(person.id);
    const isDue = (at: Date | null) => at !== null && at <= now;
    const heldUntil = findEndOfQuiet(person.quiet, now);
    const due = { now: isDue(person.nowAt) && !heldUntil, gathered: isDue(person.gatheredAt) && !heldUntil };
    const windows: Windows = {
      ...(due.now && { now: { after: person.nowUntil, until: person.foundUntil } }),
      ...(due.gathered && { gathered: { after: person.gatheredUntil, until: person.foundUntil } }),
    };
    const { pushes, to } = await waitingFor(person, windows);
    if (person.readAt) await Promise.all(own.map((device) => delivery.takeBack(device, to)));
    await Promise.all(pushes.map((push) => showOnAll(own, push, to, windows)));
    const isGathered = pushes.some(({ push }) => push === "gathered");
    const gathered = due.gathered ? (isGathered ? "sent" : "nothing") : null;
    await store.finish(person, { now: due.now, gathered, heldUntil });
  }

  async function showOnAll(own: readonly Device[], push: Push, to: Addressee, windows: Windows): Promise<void> {
    const shown = await Promise.all(
      own.map(async (device) => {
        const posted = await delivery.show(device, push, to);
        if (posted.outcome === "later") await retries.send(device.id, push, windows, posted.afterMs);
        return posted.outcome === "sent" ? [device.id] : [];
      }),
    );
    await devices.noteShown(shown.flat(), push.show.tag);
  }

  /** Sends pushes until none is due. An error for one person is logged, and the others get theirs. */
  async function run(): Promise<void> {
    const sending = slots(maxSending);
    const running = new Set<Promise<void>>();
    const until = Date.now() + maxRunMs;
    while (!stopping.signal.aborted && Date.now() < until) {
      const found = await store.findPeople(batchRows);
      const people = await store.take(batchPeople);
      if (found === 0 && people.length === 0) break;
      for (const person of people) {
        const sent = sending(() => serve(person)).catch((err: unknown) => log.error({ err }, "A push was not sent"));
        running.add(sent);
        void sent.finally(() => running.delete(sent));
      }
      // The next people are taken while the slow ones of these are still served.
      while (running.size >= maxSending) await Promise.race(running);
    }
    await Promise.all(running);
  }

  jobs.handle(pushQueue, async () => {
    await run();
    return new Map();
  });

  async function look(): Promise<void> {
    if (!(await store.hasWork())) return;
    await jobs.sendNow(pushQueue, [{}]);
    jobs.wake(pushQueue);
  }

  /** Looks for work soon, once the server has started. */
  function wake(): void {
    if (isStarted)
      waking ??= setTimeout(() => {
        waking = undefined;
        look().catch((err: unknown) => log.error({ err }, "Pushes wait for the next look"));
      }, settleMs).unref();
  }

  return {
    start() {
      isStarted = true;
      activity.watch(wake);
      jobs.every(pushQueue.name, lookMs, look);
    },
    async stop() {
      stopping.abort();
      clearTimeout(waking);
      close();
    },
    forget: store.forget,
    /** Somebody has looked at their inbox: their browsers take back what they show. */
    async takeBack(person: string): Promise<void> {
      if (await store.takeBack(person)) wake();
    },
  };
}
