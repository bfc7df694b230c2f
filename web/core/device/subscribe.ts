/** What the server needs to know of a subscription. */
interface WrittenSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Subscribes this browser to pushes of the server with this key, and ends a subscription with another one. Rejects where that fails. Runs
 * in pages and in the worker.
 */
export async function subscribe(pushManager: PushManager, publicKey: string): Promise<WrittenSubscription> {
  const before = await pushManager.getSubscription();
  if (before && keyOf(before) !== publicKey) await before.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  return { endpoint, keys: { p256dh, auth } };
}

/** The key of the server that a subscription takes pushes from, in base64url. Undefined if the browser does not say. */
export function keyOf({ options }: PushSubscription): string | undefined {
  const key = options?.applicationServerKey;
  if (!key) return undefined;
  const letters = btoa(String.fromCharCode(...new Uint8Array(key)));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
