/**
 * Gives back at once what a piece of a stream took, if it has memory of its own. Left to the collector, every few dozen megabytes
 * that pass have it go through all that the server holds, and everybody waits for that.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
