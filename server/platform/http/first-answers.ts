// Decision 067: why a document brings the first answers of its page.
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** An answer of a call, for the document. */
export interface CallAnswer {
  readonly address: string;
  /** The JSON text as the call sends it. */
  readonly text: string;
  /** `Link`, if a list goes on, and `ETag`, if the call names a version. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the call compresses its reply. */
  readonly isCompressed: boolean;
}

/** A document does not wait longer. The page then makes the calls itself. */
const maxWaitMs = 1500;

/** A longer answer would delay the picture at the head of the page. In letters. */
const maxLength = 50_000;

/** What decides a call's answer: whose it is, and where the site is. */
const passedOn = ["cookie", "host", "user-agent", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"];

/** Makes GET calls for the sender of `request`, as its browser would. Answers that are refused, late or long are left out. */
export async function firstAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  addresses: readonly string[],
): Promise<readonly CallAnswer[]> {
  const headers = pick(request.headers, passedOn);
  const { remoteAddress = "127.0.0.1" } = request.raw.socket;
  const late = new AbortController();
  const ask = async (address: string) => {
    const reply = await app.inject({ method: "GET", url: address, headers, remoteAddress });
    if (reply.statusCode !== 200 || reply.body.length > maxLength) return undefined;
    return {
      address,
      text: reply.body,
      headers: pick(reply.headers, ["link", "etag"]),
      isCompressed: reply.headers["vary"] === "Accept-Encoding",
    };
  };
  const found = await Promise.all(
    addresses.map((address) =>
      Promise.race([
        ask(address).catch(() => undefined),
        sleep(maxWaitMs, undefined, { signal: late.signal }).catch(() => undefined),
      ]),
    ),
  );
  late.abort();
  return found.filter((answer) => answer !== undefined);
}

const pick = (headers: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
