import { createECDH, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { PushMessage } from "../../contract/pushes.ts";
import type { Network } from "../../server/platform/http/public-network.ts";
import { type BrowserKeys, decryptPush, findVapidFault } from "./push-message.ts";

/** How the service answers a push to one subscription. `silent`: never. */
export type PushAnswer = number | "silent" | { readonly status: number; readonly retryAfter: string };

/** A browser that has subscribed. */
export interface StandInBrowser {
  /** As `PushSubscription.toJSON()` gives it. */
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The next answers of its service. After the last one, everything is taken. */
  readonly answers: PushAnswer[];
  /** What the service took for it. */
  readonly got: Got[];
  /** How many pushes were sent to it, whatever the answer. */
  asked: number;
}

/** A push that was taken, as the browser decrypts it. */
export interface Got {
  readonly message: PushMessage;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string | undefined;
}

export interface StandInPushService {
  /** The network in which the hosts `push.example` and `web.push.apple.com` lead here. */
  readonly network: Network;
  /** What was wrong with the pushes that came: a good server leaves it empty. */
  readonly faults: string[];
  /** The browsers of this key alone may be sent to. Default: any. */
  siteKey: string | undefined;
  /** A new browser. */
  subscribe(host?: string): StandInBrowser;
  close(): Promise<void>;
}

const pem = readFileSync(new URL("push-service.pem", import.meta.url), "utf8");
const maxBytes = 4096;
const urgencies = ["very-low", "low", "normal", "high"];

/** Starts a push service, which does what those of Google, Mozilla and Apple do. */
export async function openPushService(): Promise<StandInPushService> {
  const browsers = new Map<string, StandInBrowser & { readonly keys: BrowserKeys }>();
  const server = createServer({ key: pem, cert: pem }, (request, reply) => {
    answer(request, reply).catch((error: unknown) => {
      service.faults.push(String(error));
      reply.writeHead(400).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));

  async function answer(request: IncomingMessage, reply: ServerResponse) {
    const { headers, method } = request;
    const body = await buffer(request);
    const browser = browsers.get(`https://${headers.host}${request.url}`);
    if (!browser) return reply.writeHead(404).end();
    browser.asked++;
    const fault = findFault(request, body) ?? (method === "POST" ? undefined : "not a POST");
    if (fault !== undefined) throw new Error(fault);
    const next = browser.answers.shift() ?? 201;
    if (next === "silent") return reply;
    const { status, retryAfter } = typeof next === "number" ? { status: next, retryAfter: undefined } : next;
    if (status === 201)
      browser.got.push({
        message: JSON.parse(decryptPush(body, browser.keys)) as PushMessage,
        ttl: Number(headers["ttl"]),
        urgency: String(headers["urgency"]),
        topic: headers["topic"] as string | undefined,
      });
    return reply.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end();
  }

  function findFault({ headers }: IncomingMessage, body: Buffer): string | undefined {
    const { ttl, urgency, topic } = headers;
    if (body.length > maxBytes) return `${body.length} bytes`;
    if (headers["content-encoding"] !== "aes128gcm") return "another encoding";
    if (!/^\d+$/.test(String(ttl))) return `the TTL ${String(ttl)}`;
    if (!urgencies.includes(String(urgency))) return `the urgency ${String(urgency)}`;
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return `the topic ${String(topic)}`;
    return findVapidFault(headers.authorization, `https://${headers.host}`, service.siteKey);
  }

  const service: StandInPushService = {
    network: {
      resolve: async (host) => {
        if (/(^|\.)(push\.example|web\.push\.apple\.com)$/.test(host)) return ["127.0.0.1"];
        throw new Error(`No host ${host}`);
      },
      isAllowed: () => true,
      ca: pem,
      timeoutMs: 10_000,
      httpsPort: (server.address() as AddressInfo).port,
    },
    faults: [],
    siteKey: undefined,
    subscribe(host = "push.example") {
      const keys = { pair: createECDH("prime256v1"), auth: randomBytes(16) };
      const p256dh = keys.pair.generateKeys("base64url");
      const endpoint = `https://${host}/to/${randomBytes(24).toString("base64url")}`;
      const subscription = { endpoint, keys: { p256dh, auth: keys.auth.toString("base64url") } };
      const browser = { subscription, answers: [], got: [], asked: 0, keys };
      browsers.set(endpoint, browser);
      return browser;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return service;
}
