import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** A sender must bring this much in `withinMs`: a tenth of the slowest mobile connection. */
const minBytes = 60 * 1024;
const withinMs = 30_000;
/** How much of a refused body is still read: a browser reads the reply only after it has sent a good part. */
const maxDrainedBytes = 32 * 1024 * 1024;
const maxDrainMs = 10_000;

/** Closes the connection of a sender that stalls before the end of the body. */
export function demandProgress(body: IncomingMessage, min = { bytes: minBytes, withinMs }): void {
  // A closed connection emits neither "end" nor "close" again.
  if (body.destroyed || body.readableEnded) return;
  let bytesBefore = body.socket.bytesRead;
  const timer = setInterval(() => {
    if (body.socket.bytesRead - bytesBefore < min.bytes) body.destroy(new Error("The sender fell silent"));
    bytesBefore = body.socket.bytesRead;
  }, min.withinMs).unref();
  const stop = () => clearInterval(timer);
  body.on("end", stop).on("close", stop);
}

/** Reads and discards the rest of a refused body, so that the reply arrives; closes the connection at a limit of bytes or time. */
export function drain(body: Readable): void {
  if (body.readableEnded || body.destroyed) return;
  let bytes = 0;
  const cut = setTimeout(() => body.destroy(), maxDrainMs).unref();
  body.on("close", () => clearTimeout(cut));
  body.on("error", () => {});
  body.on("data", (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > maxDrainedBytes) body.destroy();
  });
}
