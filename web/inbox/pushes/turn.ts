import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../core/api.ts";
import { type KeptDevice, keepDevice, keptDevice } from "../../core/device/push-device.ts";
import { keyOf, subscribe } from "../../core/device/subscribe.ts";
import { findSubscription, unsubscribe } from "../../core/device/subscription.ts";
import { pushSupport } from "../../core/device/push-support.ts";
import { pushesQuery } from "./queries.ts";

/**
 * Asks for the permission to show notifications, and switches pushes on in this browser. Returns false if the person or the browser says
 * no. Call it in the press of a button: browsers ask only then.
 */
export async function turnOn(client: QueryClient, person: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await add(client, person, (await client.fetchQuery(pushesQuery)).publicKey);
  return true;
}

/** Switches pushes off in this browser. */
export async function turnOff(client: QueryClient): Promise<void> {
  keepDevice(undefined);
  const endpoint = await unsubscribe();
  if (endpoint !== undefined) await api("POST /api/push/devices/forget", { body: { endpoint } });
  await client.invalidateQueries(pushesQuery);
}

async function add(client: QueryClient, person: string, publicKey: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const body = await subscribe(pushManager, publicKey);
  const { id, addedAt } = await api("POST /api/push/devices", { body });
  keepDevice({ person, id, endpoint: body.endpoint, addedAt });
  await client.invalidateQueries(pushesQuery);
}

/**
 * Keeps pushes going in a browser where this person has switched them on: also with another key of the server, after a new login, and with
 * another address of the browser. Ends them if somebody else had switched them on, or if the person has removed this device elsewhere.
 */
export async function renew(client: QueryClient, person: string): Promise<void> {
  const device = keptDevice();
  if (!device) return;
  if (device.person !== person) return turnOff(client);
  if (pushSupport() !== "ready" || Notification.permission !== "granted") return;
  const [{ publicKey, devices }, subscription] = await Promise.all([
    client.fetchQuery({ ...pushesQuery, staleTime: 0 }),
    findSubscription(),
  ]);
  const isKnown = devices.some(({ id }) => id === device.id);
  if (isKnown && subscription && keyOf(subscription) === publicKey) return;
  const isSame = subscription?.endpoint === device.endpoint;
  const isRemoved = !isKnown && isSame && !(await isNewSession(device));
  await (isRemoved ? turnOff(client) : add(client, person, publicKey));
}

/** The server forgets a device with the session that added it. */
async function isNewSession({ addedAt }: KeptDevice): Promise<boolean> {
  const current = (await api("GET /api/sessions")).find(({ isThis }) => isThis);
  return current !== undefined && Date.parse(current.signedInAt) > Date.parse(addedAt);
}
