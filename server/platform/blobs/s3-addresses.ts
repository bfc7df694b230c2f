// Decision 034: why a store must refuse unsigned headers before it gets addresses.
// Written by hand because the AWS SDK cannot sign headers that a request does not have.
import { createHash, createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DirectUploads } from "./blobs.ts";
import type { S3Client, S3Settings } from "./s3-client.ts";
import type { S3Objects } from "./s3-objects.ts";

type Sign = (key: string, file: { readonly size: number; readonly type: string }, seconds: number) => Promise<string>;

/** Headers that turn a PUT into something else: a copy of another photo, or a public object. */
const smuggled = (source: string): Readonly<Record<string, string>>[] => [
  { "x-amz-copy-source": source },
  { "x-amz-acl": "public-read" },
];

const trial = { size: 1, type: "image/jpeg" };
const [trialMs, restMs] = [5000, 30_000];

/**
 * Signs addresses for PUTs, including the type and the length, so that the store accepts nothing else. Some stores also accept
 * headers that were not signed. So each store is tested once, and a store that accepts them gets no such addresses.
 */
export function s3Addresses(
  settings: S3Settings,
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
  const signStrictly: Sign = async (key, file, seconds) => nameHeaders(await sign(key, file, seconds), file, settings);

  let finding: Promise<Sign | null> | undefined;
  /** The way of signing with which this store refuses unsigned headers; null if there is none. */
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
        // The store did not answer; test it again later.
        setTimeout(() => (finding = undefined), restMs).unref();
        return null;
      });
      const way = await finding;
      return way && way(nameOf(id), file, seconds);
    },
  };
}

/** Rejects after five seconds, the longest wait for an address. */
async function late(): Promise<never> {
  await sleep(trialMs, undefined, { ref: false });
  throw new Error("The object store is slow to answer");
}

/** Whether the store accepts the PUT. Rejects if its answer does not tell. */
async function put(url: string, more: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const response = await fetch(url, {
    method: "PUT",
    headers: { "content-type": trial.type, ...more },
    body: new Uint8Array(trial.size),
    redirect: "manual",
    signal: AbortSignal.timeout(trialMs),
  });
  await response.body?.cancel();
  // 501 is a refusal: some stores answer it for headers that they do not know.
  if (response.status >= 500 && response.status !== 501) throw new Error(`The object store answers ${response.status}`);
  return response.ok;
}

/** S3 headers that change what a PUT does, or who may read the object. */
const dangerousHeaders = [
  "acl",
  "copy-source",
  "copy-source-range",
  "grant-full-control",
  "grant-read",
  "grant-read-acp",
  "grant-write",
  "grant-write-acp",
  "metadata-directive",
  "object-lock-legal-hold",
  "object-lock-mode",
  "object-lock-retain-until-date",
  "storage-class",
  "tagging",
  "website-redirect-location",
].map((name) => `x-amz-${name}`);

/**
 * Signs the address of a PUT again (AWS Signature Version 4 in the query), with dangerous headers named as signed but absent. Stores
 * such as Ceph check only the headers that the signature names. Now they refuse a request that has one of these.
 */
function nameHeaders(
  address: string,
  { size, type }: { readonly size: number; readonly type: string },
  { secretAccessKey }: Pick<S3Settings, "secretAccessKey">,
): string {
  const url = new URL(address);
  const query = url.searchParams;
  const names = ["content-length", "content-type", "host", ...dangerousHeaders].toSorted().join(";");
  query.delete("X-Amz-Signature");
  query.set("X-Amz-SignedHeaders", names);
  const asked = [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const canonical = [
    "PUT",
    url.pathname,
    asked,
    `content-length:${size}`,
    `content-type:${type}`,
    `host:${url.host}`,
    "",
    names,
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const [, ...scope] = query.get("X-Amz-Credential")!.split("/");
  const text = [
    "AWS4-HMAC-SHA256",
    query.get("X-Amz-Date")!,
    scope.join("/"),
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  url.search = `${asked}&X-Amz-Signature=${hmac(key, text).toString("hex")}`;
  return url.href;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Percent-encodes by RFC 3986, as the signature requires. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.codePointAt(0)!.toString(16).toUpperCase()}`);
