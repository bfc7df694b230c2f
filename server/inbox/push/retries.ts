import { minuteMs, secondMs } from "../../platform/durations.ts";
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import type { Ground } from "../../schema/ground.ts";
import type { Addressee, openDelivery } from "./deliver.ts";
import type { deviceStore } from "./devices-store.ts";
import type { Push, Windows } from "./messages.ts";
import type { Reader } from "./waiting-store.ts";
import { findEndOfQuiet } from "../digest/quiet.ts";

/** A push that a service did not take. Its text is made again, so that nothing is sent that was seen meanwhile. */
interface Retry {
  readonly device: string;
  readonly tag: string;
  readonly push: Push["push"];
  /** The window of the rows that it tells of. */
  readonly after: string;
  readonly until: string;
  /** How often it was tried. */
  readonly tries: number;
}

const retryQueue: Queue<Retry> = { name: "push-retries", batch: 20, loops: 1, retries: 3, retrySeconds: 30 };
const maxTries = 5;
const firstMs = 30 * secondMs;
const maxMs = 30 * minuteMs;

/** The pushes that wait for a person. */
export interface Found {
  readonly pushes: readonly Push[];
  readonly to: Addressee;
}

interface Parts extends Pick<Ground, "log"> {
  readonly jobs: Jobs;
  readonly devices: ReturnType<typeof deviceStore>;
  readonly delivery: ReturnType<typeof openDelivery>;
  readonly readerOf: (person: string) => Promise<Reader>;
  /** Makes what still waits for a person, of the rows of these windows. */
  readonly waitingFor: (reader: Reader, windows: Windows) => Promise<Found>;
}

/** Tries pushes again that a service did not take, each of them by itself. */
export function openRetries({ jobs, devices, delivery, readerOf, waitingFor, log }: Parts) {
  const later = (retry: Retry, afterMs = Math.min(firstMs * 2 ** (retry.tries - 1), maxMs)) =>
    jobs.sendLater(retryQueue, [retry], Math.ceil(afterMs / 1000));

  async function tryAgain(retry: Retry): Promise<void> {
    const device = await devices.find(retry.device);
    if (!device) return;
    const reader = await readerOf(device.personId);
    const heldUntil = findEndOfQuiet(reader.quiet, new Date());
    if (heldUntil) return later(retry, heldUntil.getTime() - Date.now());
    const windows = { [retry.push]: { after: new Date(retry.after), until: new Date(retry.until) } };
    const { pushes, to } = await waitingFor(reader, windows);
    const push = pushes.find(({ show }) => show.tag === retry.tag);
    if (!push) return;
    const posted = await delivery.show(device, push, to);
    if (posted.outcome === "sent") await devices.noteShown([device.id], retry.tag);
    if (posted.outcome !== "later") return;
    const tries = retry.tries + 1;
    if (tries < maxTries) await later({ ...retry, tries }, posted.afterMs);
    else log.warn({ host: new URL(device.endpoint).host }, "A push was given up");
  }

  jobs.handle(retryQueue, async (found) => {
    const failed = new Map<string, Error>();
    await Promise.all(
      found.map(({ id, task }) => tryAgain(task).catch((error: unknown) => failed.set(id, error as Error))),
    );
    return failed;
  });

  return {
    /** Sends a push to a browser later: after the time that its service asks for, or half a minute. */
    async send(device: string, { push, show }: Push, windows: Windows, afterMs: number | undefined): Promise<void> {
      const { after, until } = windows[push]!;
      const window = { after: after.toJSON(), until: until.toJSON() };
      await later({ device, tag: show.tag, push, ...window, tries: 1 }, afterMs);
    },
  };
}
