import http from "node:http";
import { must } from "./answers.ts";
import { pssOf } from "./proc.ts";
import type { Program } from "./programs.ts";
import { idOf, tokenOf } from "./seed/keys.ts";

const headers = { cookie: `session=${tokenOf(1)}` };

/** Has a zip of the first trip laid out; answers where it is, and its bytes. */
export async function askForZip(port: number): Promise<{ url: string; size: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/media/zips`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ tripId: idOf("trip", 1) }),
  });
  must(answer.status === 201, `No zip: ${answer.status}`);
  return (await answer.json()) as { url: string; size: number };
}

/** Reads all of an answer, which must be `size` bytes long, and forgets it. */
export async function seconds(port: number, from: string, size: number): Promise<number> {
  const startedAt = performance.now();
  let got = 0;
  await read(port, from, undefined, (piece) => (got += piece.length));
  must(got === size, `${from} came with ${got} bytes of ${size}`);
  return (performance.now() - startedAt) / 1000;
}

/** The bytes from `start` up to and with `end`. */
export async function part(port: number, from: string, start: number, end: number): Promise<Buffer> {
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

/** How far a server's memory rises above what it was, at most, in bytes. */
export async function growthDuring({ pid }: Program, work: () => Promise<unknown>): Promise<number> {
  const before = pssOf([pid]);
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, pssOf([pid]))), 50);
  await work().finally(() => clearInterval(looking));
  return most - before;
}
