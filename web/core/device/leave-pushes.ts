import { showBadge } from "./badge.ts";
import { keepDevice } from "./push-device.ts";
import { closeNotifications, unsubscribe } from "./subscription.ts";
import { wait } from "../../ui/wait.ts";

/** A log-out waits no longer for the browser. In milliseconds. */
const patienceMs = 3000;

/**
 * Takes away what the device shows of its person, before their session ends: pushes, notifications and the badge. It needs no connection,
 * and never rejects: the server forgets the device with the session.
 */
export async function leavePushes(): Promise<void> {
  keepDevice(undefined);
  const all = Promise.allSettled([unsubscribe(), closeNotifications(), showBadge(0)]);
  await Promise.race([all, wait(patienceMs)]);
}
