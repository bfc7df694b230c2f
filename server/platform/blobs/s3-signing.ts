import { createHash, createHmac } from "node:crypto";
import type { S3Place } from "./s3-client.ts";

/** Headers of S3 that change what a PUT does, or who may read what it puts. */
const telling = [
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
 * The same signed address of a PUT (AWS Signature Version 4 in the query), signed anew so that it names headers which are not to come. A
 * store that, as Ceph's does, looks only at headers which are named takes nothing with them then: their lines were not signed.
 */
export function nameHeaders(
  address: string,
  { size, type }: { readonly size: number; readonly type: string },
  { secretAccessKey }: Pick<S3Place, "secretAccessKey">,
): string {
  const url = new URL(address);
  const query = url.searchParams;
  const names = ["content-length", "content-type", "host", ...telling].toSorted().join(";");
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

/** RFC 3986, as the signature demands. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.codePointAt(0)!.toString(16).toUpperCase()}`);
