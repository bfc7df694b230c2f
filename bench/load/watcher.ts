import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import http from "node:http";
import { must } from "../answers.ts";

/** One photo that one person uploads and another waits for. */
export interface SharedPhoto {
  readonly port: number;
  readonly file: string;
  readonly to: { readonly bare: true } | { readonly tripId: string; readonly token: string };
  /** The session token of the person who waits and receives live updates. */
  readonly watcher?: string;
}

/**
 * Seconds from the last byte of a photo until the other person has its thumbnail. On the bare server `make` makes the thumbnail,
 * and there are no live updates.
 */
export async function timeToScreen(
  { port, file, to, watcher }: SharedPhoto,
  make?: () => Promise<void>,
): Promise<number> {
  const body = await readFile(file);
  if ("bare" in to) {
    const url = `/files/${randomUUID()}`;
    const { lastByteAt } = await send(port, "PUT", url, body, "image/jpeg");
    await make!();
    await get(port, url);
    return (performance.now() - lastByteAt) / 1000;
  }
  const live = await listen(port, watcher!);
  try {
    const { text } = await send(port, "POST", "/api/objects/upload", Buffer.alloc(0), "application/json", to.token);
    const mediaURL = (JSON.parse(text) as { uploadURL: string }).uploadURL;
    const { lastByteAt } = await send(port, "PUT", mediaURL, body, "image/jpeg", to.token);
    const photo = Buffer.from(JSON.stringify({ mediaURL, fileName: "wave.jpg" }));
    await send(port, "PUT", `/api/trips/${to.tripId}/media`, photo, "application/json", to.token);
    for (;;) {
      const page = JSON.parse(String(await get(port, `/api/trips/${to.tripId}/media?limit=1`, watcher))) as {
        state: string;
        filePath: string;
      }[];
      if (page[0]?.state === "ready") {
        await get(port, `${page[0].filePath}?size=thumb`, watcher);
        return (performance.now() - lastByteAt) / 1000;
      }
      await live.next();
    }
  } finally {
    live.close();
  }
}

/** Opens the live updates. `next` resolves when a hint has arrived since its last call. */
async function listen(port: number, token: string) {
  const { promise: opened, resolve } = Promise.withResolvers<http.IncomingMessage>();
  const request = http.get(
    { port, host: "127.0.0.1", path: "/api/live", headers: { cookie: `session=${token}` } },
    resolve,
  );
  const stream = await opened;
  must(stream.statusCode === 200, "The server refused live updates");
  let hints = 0;
  let told = () => {};
  stream.setEncoding("utf8").on("data", (text: string) => {
    if (!text.includes("media")) return;
    hints++;
    told();
  });
  return {
    async next() {
      if (hints === 0) await new Promise<void>((resolve) => (told = resolve));
      hints = 0;
    },
    close: () => void request.destroy(),
  };
}

function send(port: number, method: string, path: string, body: Buffer, type: string, token?: string) {
  return new Promise<{ text: string; lastByteAt: number }>((resolve, reject) => {
    let lastByteAt = 0;
    const headers = {
      "content-length": body.length,
      ...(body.length > 0 && { "content-type": type }),
      ...(token && { cookie: `session=${token}` }),
    };
    const request = http.request({ port, host: "127.0.0.1", method, path, headers }, (reply) => {
      let text = "";
      reply.on("data", (chunk: Buffer) => (text += chunk.toString()));
      reply.on("end", () =>
        reply.statusCode! < 300
          ? resolve({ text, lastByteAt })
          : reject(new Error(`${path}: ${reply.statusCode} ${text}`)),
      );
    });
    request.on("error", reject).on("finish", () => (lastByteAt = performance.now()));
    request.end(body);
  });
}

function get(port: number, path: string, token?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = token ? { cookie: `session=${token}` } : {};
    http
      .get({ port, host: "127.0.0.1", path, headers }, (reply) => {
        const pieces: Buffer[] = [];
        reply.on("data", (piece: Buffer) => pieces.push(piece));
        reply.on("end", () =>
          reply.statusCode === 200 ? resolve(Buffer.concat(pieces)) : reject(new Error(`${path}: ${reply.statusCode}`)),
        );
      })
      .on("error", reject);
  });
}
