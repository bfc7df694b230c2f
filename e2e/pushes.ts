import { existsSync } from "node:fs";
import { type CDPSession, type LaunchOptions, type Page, expect } from "@playwright/test";
import type { PushMessage } from "#contract/pushes.ts";
import { type Person, test as base } from "./fixtures.ts";
import { type RunningServer, startServer } from "./server.ts";
import { workerReady } from "./worker.ts";

/** A Chromium with windows. The one without has no notifications. */
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) =>
  existsSync(file),
);

/** Journeys on a server whose pushes go to a stand-in for the push services of browsers. */
export const test = base.extend<object, { server: RunningServer; launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ...(chromium && { executablePath: chromium }) }),
    { scope: "worker" },
  ],

  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServer({}, "e2e/push-server.ts");
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],
});

/** Whether this machine has a Chromium with notifications. */
export const hasNotifications = chromium !== undefined;

/** What Chromium of the tests lacks: a push service. The subscription comes from the stand-in and outlives the page. */
function subscribeAtStandIn(): void {
  const place = "stand-in subscription";
  const read = () => {
    const kept = JSON.parse(localStorage.getItem(place) ?? "null") as { endpoint: string; key: string } | null;
    if (!kept) return null;
    const key = Uint8Array.from(atob(kept.key.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.codePointAt(0)!);
    return {
      ...kept,
      options: { userVisibleOnly: true, applicationServerKey: key.buffer },
      toJSON: () => kept,
      unsubscribe: async () => {
        localStorage.removeItem(place);
        return true;
      },
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => read(),
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      if (read()?.options === undefined) {
        const answer = await fetch("/stand-in/browsers", { method: "POST" });
        localStorage.setItem(place, JSON.stringify({ ...(await answer.json()), key }));
      }
      return read();
    },
  });
}

/** The address of this browser at its push service; undefined without a subscription. */
export const endpointOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem("stand-in subscription") ?? "{}") as { endpoint?: string }).endpoint,
  );

/** Gives a person's browser a push service, and the person's permission. Call it before a page opens. */
export async function givePushes({ page }: Person): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(subscribeAtStandIn);
}

/** Hands messages to the worker of a page, as the browser does after it has decrypted them. */
export async function pushesTo(page: Page): Promise<(message: PushMessage) => Promise<void>> {
  await workerReady(page);
  const line: CDPSession = await page.context().newCDPSession(page);
  const registration = new Promise<string>((found) => {
    line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(new URL(page.url()).origin));
      if (own) found(own.registrationId);
    });
  });
  await line.send("ServiceWorker.enable");
  const registrationId = await registration;
  return async (message) => {
    const { origin } = new URL(page.url());
    await line.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(message) });
  };
}

/** The notifications that the device shows, as "title: text". */
export const shownOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body }) => (body === "" ? title : `${title}: ${body}`));
  });

/** Expects these notifications on the device, in any order. */
export const expectShown = (page: Page, expected: readonly string[]): Promise<void> =>
  expect.poll(async () => (await shownOn(page)).toSorted()).toEqual([...expected].toSorted());

/** What the worker of a test runs in, as far as tests touch it. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow: (url: string) => Promise<unknown> };
  readonly NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
  readonly ExtendableEvent: new (type: string) => Event;
  readonly PushManager: { readonly prototype: PushManager };
  dispatchEvent(event: Event): unknown;
  noted?: string[];
}

const workerOf = (page: Page) => page.context().serviceWorkers()[0]!;

/** Notes what the worker does that the browser of a test cannot do: open windows, and end a subscription. Returns what was noted so far. */
export async function noteWorker(page: Page): Promise<() => Promise<readonly string[]>> {
  await workerOf(page).evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const noted = (scope.noted = [] as string[]);
    const subscription = { unsubscribe: async () => noted.push("unsubscribed") };
    Object.assign(scope.PushManager.prototype, { getSubscription: async () => subscription });
    Object.assign(scope.clients, { openWindow: async (url: string) => noted.push(`opened ${new URL(url).pathname}`) });
  });
  return () => workerOf(page).evaluate(() => (globalThis as unknown as WorkerScope).noted!);
}

/** Presses the notification with this tag, as a person does on the device. */
export async function pressNotification(page: Page, tag: string): Promise<void> {
  await workerOf(page).evaluate(async (pressed) => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications({ tag: pressed });
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  }, tag);
}

/** Gives the browser another address at its push service, as browsers do from time to time, and tells the worker so. */
export async function renewSubscription(page: Page): Promise<void> {
  await workerOf(page).evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    Object.assign(scope.PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: async () => {
        const written = (await (await fetch("/stand-in/browsers", { method: "POST" })).json()) as object;
        return { toJSON: () => written };
      },
    });
    scope.dispatchEvent(new scope.ExtendableEvent("pushsubscriptionchange"));
  });
}
