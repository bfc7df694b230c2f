import { hash, randomBytes } from "node:crypto";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendStream } from "./send-stream.ts";

let app: FastifyInstance;
beforeEach(() => (app = Fastify()));
afterEach(() => app.close());

async function serve(source: () => Readable, length: number): Promise<string> {
  app.get("/", (_, reply) => {
    void reply.code(206).headers({ "content-length": length, "x-kind": "download" });
    return sendStream(reply, source());
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
}
const ask = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => http.get(url, resolve).once("error", reject));
/** Buffers that each own their memory. */
const pieces = (count: number, bytes: number) =>
  Array.from({ length: count }, () => Buffer.from(new Uint8Array(randomBytes(bytes)).buffer));
const streamOf = (all: readonly Uint8Array[]) => Readable.from(all, { objectMode: false });

test("a slow reader gets the whole download, and sent buffers are freed", async () => {
  const all = pieces(120, 200_000);
  const sum = hash("sha256", Buffer.concat(all));
  const answer = await ask(await serve(() => streamOf(all), 24_000_000));
  expect([answer.statusCode, answer.headers["x-kind"]]).toEqual([206, "download"]);
  const got: Buffer[] = [];
  for await (const piece of answer) {
    got.push(piece as Buffer);
    if (got.length % 20 === 0) await sleep(2);
  }
  expect(hash("sha256", Buffer.concat(got))).toBe(sum);
  await expect.poll(() => all.filter(({ length }) => length > 0)).toEqual([]);
});

test("buffers that share memory are not freed", async () => {
  const whole = randomBytes(1_000_000);
  const before = hash("sha256", whole);
  const parts = [whole.subarray(0, 400_000), whole.subarray(400_000)];
  const answer = await ask(await serve(() => streamOf(parts), 1_000_000));
  const got: Buffer[] = [];
  for await (const piece of answer) got.push(piece as Buffer);
  expect(hash("sha256", Buffer.concat(got))).toBe(before);
  expect(hash("sha256", whole)).toBe(before);
});

test("an early failure gets an error reply, and a later one aborts the download", async () => {
  async function* broken(after: number) {
    yield* pieces(after, 100_000);
    throw new Error("The disk is gone");
  }
  const url = await serve(() => Readable.from(broken(0), { objectMode: false }), 500_000);
  expect(await (await fetch(url)).json()).toMatchObject({ statusCode: 500, message: "The disk is gone" });
  await app.close();
  app = Fastify();
  const answer = await ask(await serve(() => Readable.from(broken(3), { objectMode: false }), 500_000));
  const read = async () => {
    for await (const piece of answer) void piece;
  };
  await expect(read()).rejects.toThrow("aborted");
});

test("a client that leaves before the first byte ends the request", async () => {
  const source = new Readable({ read: () => undefined });
  const sent = Promise.withResolvers<unknown>();
  app.get("/", (_, reply) => {
    const sending = sendStream(reply, source);
    sent.resolve(sending);
    return sending;
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const asking = http
    .get(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`)
    .on("error", () => undefined);
  await expect.poll(() => source.listenerCount("readable")).toBe(1);
  asking.destroy();
  await sent.promise;
  expect(source.destroyed).toBe(true);
});

test("the source is read no further when the client leaves", async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield* pieces(1, 100_000);
    }
  }
  const source = Readable.from(endless(), { objectMode: false });
  const answer = await ask(await serve(() => source, 1e12));
  answer.once("data", () => answer.destroy());
  await expect.poll(() => source.destroyed).toBe(true);
  const after = read;
  await sleep(50);
  expect(read).toBe(after);
});
