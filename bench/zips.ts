import http from "node:http";
import { must } from "./answers.ts";
import { pssOf } from "./proc.ts";
import type { Program } from "./programs.ts";
import { idOf, tokenOf } from "./seed/keys.ts";

const headers = { cookie: `session=${tokenOf(1)}` };

/** Requests a zip of the first trip. Returns its URL and its size in bytes. */
export async function askForZip(port: number): Promise<{ url: string; size: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/media/zips`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ tripId: idOf("trip", 1) }),
  });
  must(answer.status === 201, `No zip: ${answer.status}`);
  return (await answer.json()) as { url: string; size: number };
}

/** Seconds to read a whole answer and discard it. Throws unless it has `size` bytes. */
export async function timeDownload(port: number, from: string, size: number): Promise<number> {
  const startedAt = performance.now();
  let got = 0;
  await read(port, from, undefined, (piece) => (got += piece.length));
  must(got === size, `${from} came with ${got} bytes of ${size}`);
  return (performance.now() - startedAt) / 1000;
}

/** The bytes from `start` to `end`, both included. */
export async function readRange(port: number, from: string, start: number, end: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await read(port, from, `bytes=${start}-${end}`, (piece) => pieces.push(piece));
  return Buffer.concat(pieces);
}

function read(port: number, path: string, range: string | undefined, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = { port, host: "127.0.0.1", path, headers: { ...headers, ...(range && { range }) }, agent: false };
    http
      .get(asked, (reply) => {
        if (reply.statusCode !== (range ? 206 : 200)) return reject(new Error(`${path} answered ${reply.statusCode}`));
        reply.on("data", take).on("error", reject).on("end", resolve);
      })
      .on("error", reject);
  });
}

/** By how many bytes a server's memory grows at most while `work` runs. */
export async function growthDuring({ pid }: Program, work: () => Promise<unknown>): Promise<number> {
  const before = pssOf([pid]);
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, pssOf([pid]))), 50);
  await work().finally(() => clearInterval(looking));
  return most - before;
}
