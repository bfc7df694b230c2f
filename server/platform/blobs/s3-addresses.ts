// Decision 034: why a store must refuse unsigned headers before it gets addresses.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DirectUploads } from "./blobs.ts";
import type { S3Client, S3Place } from "./s3-client.ts";
import type { S3Objects } from "./s3-objects.ts";
import { nameHeaders } from "./s3-signing.ts";

type Sign = (key: string, file: { readonly size: number; readonly type: string }, seconds: number) => Promise<string>;

/** What turns a PUT into something else: a copy of somebody's photo, or an object for everybody. */
const smuggled = (source: string): Readonly<Record<string, string>>[] => [
  { "x-amz-copy-source": source },
  { "x-amz-acl": "public-read" },
];

const trial = { size: 1, type: "image/jpeg" };
const [trialMs, restMs] = [5000, 30_000];

/**
 * Signed addresses of objects to be. The type and the length are signed too: the store takes nothing else. Not every store refuses
 * headers that nobody signed; each is tried out once, and one that cannot be held to what was signed gets no such addresses.
 */
export function s3Addresses(
  place: S3Place,
  { bucket, sdk }: S3Client,
  objects: Pick<S3Objects, "put" | "remove">,
  nameOf: (id: string) => string,
): Pick<DirectUploads, "origin" | "addressFor"> {
  const sign: Sign = async (Key, { size, type }, expiresIn) => {
    const [{ PutObjectCommand }, { getSignedUrl }] = await Promise.all([
      import("@aws-sdk/client-s3"),
      import("@aws-sdk/s3-request-presigner"),
    ]);
    const command = new PutObjectCommand({ Bucket: bucket, Key, ContentType: type, ContentLength: size });
    const signableHeaders = new Set(["content-type", "content-length"]);
    return getSignedUrl(await sdk(), command, { expiresIn, signableHeaders });
  };
  const signStrictly: Sign = async (key, file, seconds) => nameHeaders(await sign(key, file, seconds), file, place);

  let finding: Promise<Sign | null> | undefined;
  /** The way of signing that this store can be held to. */
  const find = async (): Promise<Sign | null> => {
    const name = nameOf(randomUUID());
    const source = `${name}.source`;
    await objects.put(source, new Uint8Array(1));
    try {
      for (const way of [sign, signStrictly]) {
        const url = await way(name, trial, 60);
        const tries = await Promise.all([...smuggled(`/${bucket}/${source}`).map((more) => put(url, more)), put(url)]);
        if (tries.at(-1) === true && !tries.slice(0, -1).includes(true)) return way;
      }
      return null;
    } finally {
      await objects.remove(source);
      await objects.remove(name);
    }
  };
  return {
    origin: async () => new URL(await sign("any", trial, 60)).origin,
    async addressFor(id, file, seconds) {
      finding ??= Promise.race([find(), late()]).catch(() => {
        // It did not answer: it is asked again in a while.
        setTimeout(() => (finding = undefined), restMs).unref();
        return null;
      });
      const way = await finding;
      return way && way(nameOf(id), file, seconds);
    },
  };
}

/** Nobody waits longer for an address. */
async function late(): Promise<never> {
  await sleep(trialMs, undefined, { ref: false });
  throw new Error("The object store is slow to answer");
}

/** Whether the store takes it. Rejects when it does not say. */
async function put(url: string, more: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const response = await fetch(url, {
    method: "PUT",
    headers: { "content-type": trial.type, ...more },
    body: new Uint8Array(trial.size),
    redirect: "manual",
    signal: AbortSignal.timeout(trialMs),
  });
  await response.body?.cancel();
  // 501: some stores know no such header, and say so.
  if (response.status >= 500 && response.status !== 501) throw new Error(`The object store answers ${response.status}`);
  return response.ok;
}
