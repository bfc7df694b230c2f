// Written by hand because `jose` gains nothing over `node:crypto` here, and keys must be replaceable.
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from "node:crypto";
import { keyOfFolder } from "./key.ts";

/** Seals texts and codes, so that the database stores them and cannot read them. */
export interface Secrets {
  /** Seals a text for one purpose (`identity 0190… refresh`). It opens only with the same purpose. */
  seal(text: string, purpose: string): Promise<Buffer>;
  /** Opens a sealed text. Null if its key is gone, its purpose is another, or it was changed. */
  unseal(sealed: Buffer, purpose: string): Promise<string | null>;
  /** HMAC-SHA-256 of a text for one purpose: for short codes, which a copy of the database would tell otherwise. A new key ends them. */
  mac(text: string, purpose: string): Promise<Buffer>;
}

const version = 1;
const cipher = "aes-256-gcm";
const [nameBytes, ivBytes, tagBytes] = [4, 12, 16];
const macKeyBytes = 32;
const headBytes = 1 + nameBytes + ivBytes + tagBytes;

/**
 * Seals with AES-256-GCM. A sealed text is 1 byte of format, 4 of key name, 12 of IV, 16 of tag, and the encrypted text. The first
 * key of the configuration seals; without any, a key file in the data folder does.
 */
export function openSecrets({ keys, dataDir }: { keys: readonly Buffer[] | null; dataDir: string }): Secrets {
  let ring: Promise<readonly Buffer[]> | undefined;
  const keyRing = () => {
    ring ??= (keys ? Promise.resolve(keys) : keyOfFolder(dataDir).then((key) => [key])).catch((error: unknown) => {
      ring = undefined;
      throw error;
    });
    return ring;
  };
  return {
    async seal(text, purpose) {
      const key = (await keyRing())[0]!;
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(purposeBytes(purpose));
      const body = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
      return Buffer.concat([Buffer.of(version), nameOf(key), iv, sealing.getAuthTag(), body]);
    },
    async unseal(sealed, purpose) {
      if (sealed.length < headBytes || sealed[0] !== version) return null;
      const part = (from: number, length: number) => sealed.subarray(from, from + length);
      const key = (await keyRing()).find((one) => nameOf(one).equals(part(1, nameBytes)));
      if (!key) return null;
      const opening = createDecipheriv(cipher, key, part(1 + nameBytes, ivBytes))
        .setAAD(purposeBytes(purpose))
        .setAuthTag(part(headBytes - tagBytes, tagBytes));
      try {
        return opening.update(sealed.subarray(headBytes), undefined, "utf8") + opening.final("utf8");
      } catch {
        return null;
      }
    },
    async mac(text, purpose) {
      const key = hkdfSync("sha256", (await keyRing())[0]!, "", `mac ${purpose}`, macKeyBytes);
      return createHmac("sha256", Buffer.from(key)).update(text).digest();
    },
  };
}

const purposeBytes = (purpose: string) => Buffer.from(purpose, "utf8");
/** A name that tells keys apart and reveals nothing about them. */
const nameOf = (key: Buffer) =>
  hash("sha256", Buffer.concat([Buffer.from("key name"), key]), "buffer").subarray(0, nameBytes);
