// Decision 122: which addresses the server sends pushes to.
import { createECDH } from "node:crypto";
import { isIP } from "node:net";
import { type Network, hostOf, rejectAt, resolvePublic } from "../../platform/http/public-network.ts";
import { refusedField } from "../../platform/http/problem.ts";

/** What a push service and a browser agreed on. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

const authBytes = 16;
const pointBytes = 65;

/** Checks the subscription that a browser sent, and returns it. Refuses addresses of hosts that are not public, and keys that cannot work. */
export async function readSubscription(
  network: Network,
  { endpoint, keys }: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } },
): Promise<Subscription> {
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  if (!isPoint(p256dh)) throw refusedField("keys.p256dh", "push_keys_unusable");
  if (auth.length !== authBytes) throw refusedField("keys.auth", "push_keys_unusable");
  const url = new URL(endpoint);
  if (!mayBePushService(url) || !(await leadsOut(network, url)))
    throw refusedField("endpoint", "push_service_unusable");
  return { endpoint: url.href, p256dh, auth };
}

/** Whether an address has the shape of a push service's: https at the usual port of a named host, without credentials. */
export function mayBePushService(url: URL): boolean {
  const { protocol, port, username, password } = url;
  return protocol === "https:" && port === "" && username + password === "" && isIP(hostOf(url)) === 0;
}

async function leadsOut(network: Network, url: URL): Promise<boolean> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  const found = Promise.race([resolvePublic(network, hostOf(url)), rejectAt(signal)]);
  return ((await found.catch(() => null)) ?? []).length > 0;
}

/** Whether these bytes are an uncompressed point on P-256. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== pointBytes || bytes[0] !== 4) return false;
  const own = createECDH("prime256v1");
  own.generateKeys();
  try {
    own.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}
