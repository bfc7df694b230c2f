// Decision 123: what this device shows of pushes, and for whom.
import { personHeader } from "#contract/person-header.ts";
import type { PushMessage } from "#contract/pushes.ts";
import { ownerOfStore, personOf } from "../core/device/store.ts";
import { showBadge } from "../core/device/badge.ts";
import type { OpenRequest } from "../core/device/open-request.ts";
import { subscribe } from "../core/device/subscribe.ts";

declare const self: ServiceWorkerGlobalScope;

/** How long an open page has to say whether it shows what a notification leads to. In milliseconds. */
const answerMs = 500;
const maxAsked = 3;
const pictures = { icon: "/icon-192.png", badge: "/badge.png" };

/** Shows pushes, and opens what they lead to. Call it once, while the worker starts. */
export function watchPushes(): void {
  self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { path } = event.notification.data as { path: string };
    event.waitUntil(open(path));
  });
  self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain().catch(() => undefined)));
}

async function show({ person, show: shown, read = [], count }: PushMessage): Promise<void> {
  const owner = await ownerOfStore();
  if (owner === undefined || personOf(owner) !== person) return showNothingPersonal();
  for (const tag of read) await closeTag(tag);
  await showBadge(count);
  if (!shown) return;
  const { tag, title, text, path, isUrgent } = shown;
  // One that replaces another makes no sound again, unless it cannot wait.
  const options: NotificationOptions & { renotify: boolean } = {
    ...pictures,
    body: text,
    tag,
    renotify: isUrgent,
    data: { path },
  };
  await self.registration.showNotification(title, options);
}

/** Ends the pushes of somebody who is not logged in here any more. Browsers demand that each push shows something. */
async function showNothingPersonal(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription();
  await subscription?.unsubscribe().catch(() => undefined);
  const data = { path: "/" };
  await self.registration.showNotification("Something new in Swellmates", { ...pictures, tag: "something", data });
}

async function closeTag(tag: string): Promise<void> {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

/** Shows a page of ours: in an open page that can do without what it shows, else in a page of its own. */
async function open(path: string): Promise<void> {
  const { origin, href } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  // Those that were used last come first.
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages.slice(0, maxAsked))
    if (await isShownIn(page, path)) {
      await page.focus();
      return;
    }
  await self.clients.openWindow(href);
}

function isShownIn(page: Client, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    // A page that the system has frozen does not answer.
    const timer = setTimeout(resolve, answerMs, false);
    port1.addEventListener("message", ({ data }) => {
      clearTimeout(timer);
      resolve(data === true);
    });
    port1.start();
    page.postMessage({ kind: "open", path } satisfies OpenRequest, [port2]);
  });
}

/** The browser has replaced the subscription. The server needs the new one. */
async function subscribeAgain(): Promise<void> {
  const owner = await ownerOfStore();
  if (owner === undefined) return;
  const headers = { [personHeader]: personOf(owner), "content-type": "application/json" };
  const { publicKey } = (await (await fetch("/api/push", { headers })).json()) as { publicKey: string };
  const body = JSON.stringify(await subscribe(self.registration.pushManager, publicKey));
  await fetch("/api/push/devices", { method: "POST", headers, body });
}
