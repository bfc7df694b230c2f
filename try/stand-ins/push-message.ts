/** What a browser and a push service do with a message: they decrypt it (RFC 8291), and check who sends it (RFC 8292). */
import { type ECDH, createDecipheriv, createPublicKey, hkdfSync, verify } from "node:crypto";

const [saltBytes, headBytes, tagBytes] = [16, 21, 16];
const maxHours = 24;

/** The keys of a browser. */
export interface BrowserKeys {
  readonly pair: ECDH;
  readonly auth: Buffer;
}

/** Returns the text of a message in the encoding aes128gcm. Throws if it was not meant for these keys. */
export function decryptPush(body: Buffer, { pair, auth }: BrowserKeys): string {
  const salt = body.subarray(0, saltBytes);
  const keyEnd = headBytes + body[headBytes - 1]!;
  const [sender, sealed] = [body.subarray(headBytes, keyEnd), body.subarray(keyEnd)];
  const derive = (key: Buffer, by: Buffer, label: string, bytes: number, more: readonly Buffer[] = []) =>
    Buffer.from(hkdfSync("sha256", key, by, Buffer.concat([Buffer.from(`${label}\0`), ...more]), bytes));
  const shared = derive(pair.computeSecret(sender), auth, "WebPush: info", 32, [pair.getPublicKey(), sender]);
  const key = derive(shared, salt, "Content-Encoding: aes128gcm", 16);
  const opening = createDecipheriv("aes-128-gcm", key, derive(shared, salt, "Content-Encoding: nonce", 12));
  opening.setAuthTag(sealed.subarray(-tagBytes));
  const padded = Buffer.concat([opening.update(sealed.subarray(0, -tagBytes)), opening.final()]);
  // A record ends with 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Returns what is wrong with the header `authorization` of a push to `origin`; undefined if nothing is. */
export function findVapidFault(header: string | undefined, origin: string, siteKey?: string): string | undefined {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? "") ?? [];
  if (!token || !key) return "no VAPID";
  if (siteKey !== undefined && key !== siteKey) return "another site's key";
  const [head, claims, signature] = token.split(".") as [string, string, string];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x!, y: y! } });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "a wrong signature";
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  if (aud !== origin) return `the audience ${String(aud)}`;
  const hours = (Number(exp) - Date.now() / 1000) / 3600;
  if (!(hours > 0 && hours <= maxHours)) return `an end in ${hours} hours`;
  return /^(mailto:.+@|https:\/\/)/.test(String(sub)) ? undefined : `the subject ${String(sub)}`;
}
