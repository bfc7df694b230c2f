import type { Readable } from "node:stream";

/** A sender that is silent for so long is gone. */
const silenceMs = 60_000;
/** What is still read of a body that was refused: a browser reads the answer only once it has sent a good part. */
const mostDrainedBytes = 32 * 1024 * 1024;
const mostDrainMs = 10_000;

/** The pieces of a request's body as they come. Leaving early does not cut the line; silence does. */
export async function* piecesOf(body: Readable): AsyncGenerator<Uint8Array> {
  const silence = setTimeout(() => body.destroy(new Error("The sender fell silent")), silenceMs);
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      silence.refresh();
      yield piece as Uint8Array;
    }
  } finally {
    clearTimeout(silence);
  }
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
