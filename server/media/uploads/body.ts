import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** A sender that brings less in such a time, by a tenth of the slowest mobile line, holds a connection for nothing. */
const leastBytes = 60 * 1024;
const withinMs = 30_000;
/** What is still read of a body that was refused: a browser reads the answer only once it has sent a good part. */
const mostDrainedBytes = 32 * 1024 * 1024;
const mostDrainMs = 10_000;

/** Cuts the line of a sender that falls silent, or nearly so, before the end. */
export function demandProgress(body: IncomingMessage, least = { bytes: leastBytes, withinMs }): void {
  // Of a line that broke off already neither the end nor the close is told again.
  if (body.destroyed || body.readableEnded) return;
  let heard = body.socket.bytesRead;
  const listening = setInterval(() => {
    if (body.socket.bytesRead - heard < least.bytes) body.destroy(new Error("The sender fell silent"));
    heard = body.socket.bytesRead;
  }, least.withinMs).unref();
  const stop = () => clearInterval(listening);
  body.on("end", stop).on("close", stop);
}

/** Reads on for a little and forgets it, so that the answer arrives; then cuts the line. */
export function drain(body: Readable): void {
  if (body.readableEnded || body.destroyed) return;
  let bytes = 0;
  const cut = setTimeout(() => body.destroy(), mostDrainMs).unref();
  body.on("close", () => clearTimeout(cut));
  body.on("error", () => {});
  body.on("data", (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > mostDrainedBytes) body.destroy();
  });
}
