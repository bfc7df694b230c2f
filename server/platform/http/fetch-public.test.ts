import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchPublicFrom } from "./fetch-public.ts";
import { type Network, isPublic } from "./public-network.ts";

const pem = readFileSync(new URL("./fixtures/photos.example.pem", import.meta.url), "utf8");
const asked: string[] = [];
const server = createServer({ key: pem, cert: pem }, (request, reply) => {
  asked.push(`${request.headers.host} ${request.url}`);
  const path = request.url!;
  if (path === "/moved") return reply.writeHead(302, { location: "https://127.0.0.1/secret" }).end();
  if (path === "/here") return reply.writeHead(301, { location: "/wave.jpg" }).end();
  if (path === "/gone") return reply.writeHead(404).end("gone");
  if (path === "/announced") return reply.writeHead(200, { "content-length": 5000 }).end("x".repeat(5000));
  if (path === "/endless") {
    const writing = setInterval(() => reply.write("x".repeat(500)), 5);
    return reply.on("close", () => clearInterval(writing));
  }
  if (path === "/silent") return undefined;
  if (path === "/stuck") return void reply.write("half");
  if (path === "/torn") return reply.writeHead(200, { "content-length": 50 }).write("half", () => reply.destroy());
  return reply.end("a wave");
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const local: Network = { resolve: async () => ["127.0.0.1"], isAllowed: () => true, ca: pem, timeoutMs: 2000 };
const link = (path: string, host = "photos.example") => `https://${host}:${port}${path}`;

async function read(where: string, changes: Partial<Network> = {}): Promise<string> {
  let text = "";
  for await (const piece of await fetchPublicFrom({ ...local, ...changes })(where, 1000)) text += String(piece);
  return text;
}
const fault = (sentence: string) => ({ name: "LinkFault", message: sentence });

test("the bytes at a link arrive", async () => {
  expect(await read(link("/wave.jpg?size=2"))).toBe("a wave");
  expect(asked.at(-1)).toBe(`photos.example:${port} /wave.jpg?size=2`);
});

test.each([
  ["/moved", "This link leads on to another one. Please use the link of the photo itself."],
  ["/here", "This link leads on to another one. Please use the link of the photo itself."],
  ["/gone", "There is no photo at this link."],
  ["/announced", "The photo at this link is too large: at most 0 MB, please."],
  ["/endless", "The photo at this link is too large: at most 0 MB, please."],
  ["/torn", "The site of this link cannot be reached."],
])("%s is refused: %s", async (path, sentence) => {
  await expect(read(link(path))).rejects.toMatchObject(fault(sentence));
});

test.each(["/silent", "/stuck"])("%s ends after the timeout", async (path) => {
  const began = performance.now();
  await expect(read(link(path), { timeoutMs: 300 })).rejects.toMatchObject(
    fault("The site of this link takes too long."),
  );
  expect(performance.now() - began).toBeLessThan(1500);
});

test("a name that does not resolve in time ends too", async () => {
  const resolve = () => new Promise<never>(() => undefined);
  await expect(read(link("/"), { resolve, timeoutMs: 100 })).rejects.toThrow("takes too long");
  const nowhere = () => Promise.reject(new Error("ENOTFOUND"));
  await expect(read(link("/"), { resolve: nowhere })).rejects.toThrow("cannot be reached");
});

test("only https is fetched, from a site that proves its name", async () => {
  await expect(read("http://photos.example/")).rejects.toThrow("begins with https://");
  await expect(read(link("/", "other.example"))).rejects.toThrow("cannot be reached");
});

test("a host with a private address is refused before any request", async () => {
  const before = asked.length;
  const guarded = { isAllowed: isPublic };
  for (const resolve of [async () => ["127.0.0.1"], async () => ["93.184.216.34", "::ffff:10.0.0.1"]])
    await expect(read(link("/"), { ...guarded, resolve })).rejects.toThrow("does not lead to a public site");
  // `resolve` is not asked about hosts that are addresses.
  for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]", "[::ffff:7f00:1]", "localhost"])
    await expect(read(link("/", host), guarded)).rejects.toThrow("does not lead to a public site");
  expect(asked.length).toBe(before);
});

test("the connection goes to the address that was checked, whatever DNS answers next", async () => {
  const answers = ["127.0.0.1", "127.0.0.2"];
  const checked: string[] = [];
  const isAllowed = (address: string) => checked.push(address) > 0;
  expect(await read(link("/"), { resolve: async () => [answers.shift()!], isAllowed })).toBe("a wave");
  expect([checked, answers]).toEqual([["127.0.0.1"], ["127.0.0.2"]]);
});

test("public addresses are told from all others", () => {
  expect(["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8"].map(isPublic)).toEqual([true, true, true]);
  const others = `127.0.0.1 10.1.2.3 172.20.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 192.0.2.1 198.18.0.1
    224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 fe80::1
    fec0::1 fc00::1 ff02::1 2001:db8::1 4000::1`.split(/\s+/);
  expect(others.filter(isPublic)).toEqual([]);
});
