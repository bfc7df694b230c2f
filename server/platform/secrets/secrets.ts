import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";
import { keyOfFolder } from "./key.ts";

/** Keeps texts that the database may hold but not read. */
export interface Secrets {
  /** Seals a text for one place (`identity 0190… refresh`): nowhere else does it open. */
  seal(text: string, place: string): Promise<Buffer>;
  /** The text again; null when it was sealed under a key that is gone, for another place, or was changed. */
  unseal(sealed: Buffer, place: string): Promise<string | null>;
}

const version = 1;
const cipher = "aes-256-gcm";
const [nameBytes, ivBytes, tagBytes] = [4, 12, 16];
const headBytes = 1 + nameBytes + ivBytes + tagBytes;

/**
 * AES-256-GCM. A sealed text is: a byte for this format, four that name the key, 12 of IV, 16 of tag, and the rest. Keys come from
 * the configuration, the first of them seals; without any there is one in a file of the data folder.
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
    async seal(text, place) {
      const key = (await keyRing())[0]!;
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(placeOf(place));
      const body = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
      return Buffer.concat([Buffer.of(version), nameOf(key), iv, sealing.getAuthTag(), body]);
    },
    async unseal(sealed, place) {
      if (sealed.length < headBytes || sealed[0] !== version) return null;
      const part = (from: number, length: number) => sealed.subarray(from, from + length);
      const key = (await keyRing()).find((one) => nameOf(one).equals(part(1, nameBytes)));
      if (!key) return null;
      const opening = createDecipheriv(cipher, key, part(1 + nameBytes, ivBytes))
        .setAAD(placeOf(place))
        .setAuthTag(part(headBytes - tagBytes, tagBytes));
      try {
        return opening.update(sealed.subarray(headBytes), undefined, "utf8") + opening.final("utf8");
      } catch {
        return null;
      }
    },
  };
}

const placeOf = (place: string) => Buffer.from(place, "utf8");
/** Tells keys apart without telling anything of them. */
const nameOf = (key: Buffer) =>
  hash("sha256", Buffer.concat([Buffer.from("key name"), key]), "buffer").subarray(0, nameBytes);
