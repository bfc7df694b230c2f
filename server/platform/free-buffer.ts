/**
 * Frees the memory of a buffer at once, if it owns all of it. Otherwise every few dozen megabytes that pass trigger a full garbage
 * collection, and all requests wait for that.
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
