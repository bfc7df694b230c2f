import { sha256 } from "@noble/hashes/sha2.js";

/** Up to this size `crypto.subtle` hashes, which is faster. It needs the whole file in memory, and a phone may lack that for more. */
const maxWholeBytes = 64 * 1024 * 1024;
const partBytes = 4 * 1024 * 1024;

/**
 * Returns the SHA-256 of a file in hexadecimal. Larger files are hashed in parts, and so are all files on sites without HTTPS, where
 * browsers have no `crypto.subtle`.
 */
export async function sha256Of(file: Blob): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle || file.size > maxWholeBytes) return sha256InParts(file, partBytes);
  return hex(new Uint8Array(await subtle.digest("SHA-256", await file.arrayBuffer())));
}

/** Never holds more than `maxBytes` of the file in memory. */
export async function sha256InParts(file: Blob, maxBytes: number): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += maxBytes)
    hash.update(new Uint8Array(await file.slice(at, at + maxBytes).arrayBuffer()));
  return hex(hash.digest());
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
