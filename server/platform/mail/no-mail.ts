// Decision 018: why an unsubscribe link needs no account.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { NoMailStore } from "./no-mail-store.ts";

/** The addresses that want no unrequested mail. Only a keyed hash of each is stored. */
export interface NoMail {
  /** The unsubscribe link for the owner of an address; nobody else can guess it. Undefined if `origin` is no URL. */
  linkFor(origin: string, emailKey: string): Promise<string | undefined>;
  /** The given addresses that want no mail. */
  among(emailKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether the address of a link's token wants no mail; null if the token is not ours. */
  isOff(token: string): Promise<boolean | null>;
  /** Stores the choice of the address's owner. False if the token is not ours. */
  set(token: string, isOff: boolean): Promise<boolean>;
}

const partBytes = 16;

export function openNoMail(store: NoMailStore): NoMail {
  let key: Promise<Buffer> | undefined;
  const hmac = async (text: string) => {
    key ??= store.key().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return createHmac("sha256", await key)
      .update(text)
      .digest()
      .subarray(0, partBytes);
  };
  const hashOf = (emailKey: string) => hmac(`address ${emailKey}`);
  const sealOf = (hash: Buffer) => hmac(`no mail ${hash.toString("hex")}`);
  /** The address's hash from a token; null if the token is not ours. */
  const read = async (token: string) => {
    const bytes = Buffer.from(token, "base64url");
    if (bytes.length !== 2 * partBytes) return null;
    const hash = bytes.subarray(0, partBytes);
    return timingSafeEqual(bytes.subarray(partBytes), await sealOf(hash)) ? hash : null;
  };
  return {
    async linkFor(origin, emailKey) {
      if (!URL.canParse(origin)) return undefined;
      const hash = await hashOf(emailKey);
      const token = Buffer.concat([hash, await sealOf(hash)]).toString("base64url");
      return `${new URL(origin).origin}/no-mail?to=${token}`;
    },
    async among(emailKeys) {
      const byHash = new Map<string, string>();
      for (const emailKey of emailKeys) byHash.set((await hashOf(emailKey)).toString("hex"), emailKey);
      const found = await store.among([...byHash.keys()].map((hex) => Buffer.from(hex, "hex")));
      return new Set(found.map((hash) => byHash.get(hash.toString("hex"))!));
    },
    async isOff(token) {
      const hash = await read(token);
      return hash && (await store.among([hash])).length > 0;
    },
    async set(token, isOff) {
      const hash = await read(token);
      if (hash) await (isOff ? store.add(hash) : store.remove(hash));
      return hash !== null;
    },
  };
}
