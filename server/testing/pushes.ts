import type { StandInBrowser, StandInPushService } from "../../try/stand-ins/push-service.ts";
import { siteKeyOf } from "../inbox/push/site-key.ts";
import { openPushes } from "../inbox/push/pushes.ts";
import type { Handler, Jobs } from "../platform/jobs/jobs.ts";
import { noMetrics } from "../platform/metrics/metrics.ts";
import { openSecrets } from "../platform/secrets/secrets.ts";
import { openActivity } from "../schema/activity.ts";
import type { Client, TestApp } from "./app.ts";

/** A person gets pushes in a new browser. */
export async function addBrowser(service: StandInPushService, who: Client, host?: string): Promise<StandInBrowser> {
  const browser = service.subscribe(host);
  const { status, text } = await who.post("/api/push/devices", browser.subscription);
  if (status !== 201) throw new Error(`The browser was not added: ${text}`);
  return browser;
}

interface Later {
  readonly task: object;
  readonly seconds: number;
}

/** A sender whose jobs run when a test says so: the queue finds a job within seconds, which all tests together would wait for. */
export function openSender({ app, database, parts: { config, live } }: TestApp, { network }: StandInPushService) {
  const handlers = new Map<string, Handler<object>>();
  let waiting: Later[] = [];
  const jobs: Pick<Jobs, "handle" | "sendLater"> = {
    handle: (queue, handler) => void handlers.set(queue.name, handler as unknown as Handler<object>),
    sendLater: async (_queue, tasks, seconds) => void waiting.push(...tasks.map((task) => ({ task, seconds }))),
  };
  const pushes = openPushes({
    database,
    config,
    // Shorter than the patience of a test.
    network: { ...network, timeoutMs: 2000 },
    activity: openActivity(live),
    jobs: jobs as Jobs,
    log: app.log,
    metrics: noMetrics,
    siteKey: siteKeyOf(database, openSecrets({ keys: config.secretKeys, dataDir: config.dataDir })),
  });
  const run = async (queue: string, task: object) => {
    const failed = await handlers.get(queue)!([{ id: queue, task, isLast: true, isRetry: false }]);
    for (const error of failed.values()) throw error;
  };
  return {
    /** Sends the pushes that are due. */
    send: () => run("pushes", {}),
    /** What waits for another try. */
    waiting: (): readonly Later[] => waiting,
    /** Tries all of them. */
    async retry() {
      const now = waiting;
      waiting = [];
      for (const { task } of now) await run("push-retries", task);
    },
    close: pushes.stop,
  };
}
