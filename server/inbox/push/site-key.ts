import { createECDH } from "node:crypto";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import type { Database } from "../../schema/database.ts";
import { siteKeyStore } from "./site-key-store.ts";

/** The pair with which the site proves itself to push services (VAPID, RFC 8292), in base64url. */
export interface SiteKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

const purpose = "push key";

/**
 * Returns a function that reads the site's pair, once. The first server that needs it makes it, and the database keeps it sealed. If the
 * secret key is gone, a new pair is made: browsers of the old one have to subscribe again.
 */
export function siteKeyOf(database: Database, secrets: Secrets): () => Promise<SiteKey> {
  const store = siteKeyStore(database);
  let key: Promise<SiteKey> | undefined;

  async function read(): Promise<SiteKey> {
    const sealed = await store.find();
    if (!sealed) {
      await store.keep(await secrets.seal(JSON.stringify(newSiteKey()), purpose));
      return read();
    }
    const pair = await secrets.unseal(sealed, purpose);
    if (pair !== null) return JSON.parse(pair) as SiteKey;
    await store.drop(sealed);
    return read();
  }

  return () => {
    key ??= read().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}

function newSiteKey(): SiteKey {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  // A private key may begin with zero bytes, which Node leaves out.
  const privateKey = Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url");
  return { publicKey, privateKey };
}
