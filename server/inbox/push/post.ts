// Decision 122: why the server makes the requests of pushes itself.
// `web-push` encrypts and signs. It does not send, because it would also connect to private addresses.
import https from "node:https";
import { type LookupFunction, isIP } from "node:net";
import { callbackify } from "node:util";
import type { PushMessage } from "#contract/pushes.ts";
import { type Network, resolvePublic } from "../../platform/http/public-network.ts";
import { type Subscription, mayBePushService } from "./devices.ts";
import type { SiteKey } from "./site-key.ts";

/** How push services treat a message. */
export interface Handling {
  readonly ttlSeconds: number;
  readonly urgency: "high" | "normal" | "low";
  /** A later message with the same one replaces it, as long as the browser is off. */
  readonly topic: string;
}

/**
 * What became of a push: the service took it, the subscription has ended, the message is too large, it may be taken `afterMs` from now
 * (undefined: the service does not say), or it never will be.
 */
export type Posted =
  | { readonly outcome: "sent" | "gone" | "too_large" }
  | { readonly outcome: "later"; readonly afterMs: number | undefined }
  | { readonly outcome: "refused"; readonly reason: string };

export type Post = (to: Subscription, message: PushMessage, handling: Handling) => Promise<Posted>;

interface Parts {
  readonly network: Network;
  readonly siteKey: () => Promise<SiteKey>;
  /** Who the site is, as an https address or a mail address: push services complain there. */
  readonly subject: string;
}

const maxConnections = 16;
const maxReplyBytes = 16_384;
const maxRetryMs = 6 * 3_600_000;

/** Opens the way to push services. It never rejects because of a service. */
export function openPost({ network, siteKey, subject }: Parts): { readonly post: Post; close(): void } {
  /** Each connection goes to an address that was checked. Connections are kept for the next pushes to their host. */
  const lookup = callbackify(async (host: string, _asksForAll: unknown) => {
    const addresses = await resolvePublic(network, host);
    if (!addresses?.length) throw new Error("No public address");
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }) as LookupFunction;
  const ca = network.ca === undefined ? {} : { ca: network.ca };
  // Node asks for all addresses if it may choose among them.
  const connecting = { lookup, autoSelectFamily: true, ...ca };
  const agent = new https.Agent({ keepAlive: true, maxSockets: maxConnections, ...connecting });

  /** Sends a request. Undefined without an answer, and "closed" if a kept connection was closed meanwhile. */
  function sendOver(
    connection: Pick<https.RequestOptions, "agent">,
    { url, headers, body, signal }: Outgoing,
  ): Promise<Answered | "closed" | undefined> {
    return new Promise((done) => {
      const port = network.httpsPort === undefined ? {} : { port: network.httpsPort };
      const request = https.request(url, { method: "POST", headers, signal, ...connection, ...port }, (reply) => {
        const answered = { status: reply.statusCode ?? 0, retryAfter: reply.headers["retry-after"] };
        let bytes = 0;
        reply.on("data", (piece: Buffer) => (bytes += piece.length) > maxReplyBytes && reply.destroy());
        // The status says it all, also if the rest never comes.
        reply.on("close", () => done(answered)).on("error", () => done(answered));
      });
      request.on("error", () => done(request.reusedSocket && !signal.aborted ? "closed" : undefined));
      request.end(body);
    });
  }

  async function send(request: Outgoing): Promise<Answered | undefined> {
    const answered = await sendOver({ agent }, request);
    if (answered !== "closed") return answered;
    const again = await sendOver({ agent: false, ...connecting }, request);
    return again === "closed" ? undefined : again;
  }

  return {
    async post({ endpoint, p256dh, auth }, message, { ttlSeconds, urgency, topic }) {
      const url = new URL(endpoint);
      if (!mayBePushService(url)) return { outcome: "refused", reason: "No push service" };
      const [{ default: webPush }, { publicKey, privateKey }] = await Promise.all([import("web-push"), siteKey()]);
      const keys = { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") };
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: ttlSeconds,
        urgency,
        topic,
      });
      const named = { ...headers, host: url.host, "user-agent": "Swellmates" };
      const signal = AbortSignal.timeout(network.timeoutMs);
      const request = { url, headers: named as Record<string, string>, body, signal };
      const answered = await send(request);
      return answered ? postedOf(answered) : { outcome: "later", afterMs: undefined };
    },
    close: () => agent.destroy(),
  };
}

interface Outgoing {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

function postedOf({ status, retryAfter }: Answered): Posted {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  if (status === 413) return { outcome: "too_large" };
  if (status === 429 || status >= 500) return { outcome: "later", afterMs: msOf(retryAfter) };
  return { outcome: "refused", reason: `The service answered ${status}` };
}

/** The header Retry-After: seconds, or a date. */
function msOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryMs);
}
