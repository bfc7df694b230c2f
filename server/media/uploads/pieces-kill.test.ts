import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { killAll, startServer, temporaryFolder, until } from "../../testing/lifecycle/server-process.ts";
import { largePng } from "../fixtures/pieces.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const home = temporaryFolder();
afterAll(async () => {
  killAll();
  await home.remove();
});

/** A person with a squad. Each restart changes the server's address. */
async function sender(url: string) {
  const post = (route: string, body: object, cookie = "") =>
    fetch(url + route, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
  const person = { firstName: "Ana", lastName: "Berg", email: `${Math.random()}@example.org`, password: "likes-waves" };
  const registered = await post("/api/register", person);
  const cookie = registered.headers.getSetCookie()[0]!.split(";")[0]!;
  const { id: squad } = (await (await post("/api/squads", { name: "Dawn Patrol" }, cookie)).json()) as { id: string };
  return {
    cookie,
    async announce(size: number) {
      return ((await (await post("/api/uploads", { size }, cookie)).json()) as { uploadURL: string }).uploadURL;
    },
    async register(at: string, mediaURL: string) {
      const headers = { "content-type": "application/json", cookie };
      const body = JSON.stringify({ mediaURL });
      const reply = await fetch(`${at}/api/squads/${squad}/media`, { method: "PUT", headers, body });
      const { filePath } = (await reply.json()) as { filePath: string };
      return Buffer.from(await (await fetch(at + filePath, { headers: { cookie } })).arrayBuffer());
    },
    async arrived(at: string) {
      const reply = await fetch(at, { method: "HEAD", headers: { cookie } });
      return Number(reply.headers.get("upload-offset"));
    },
    /** Sends the rest slowly; resolves with the status, 0 for a broken connection. */
    async sendFrom(at: string, offset: number, bytes: Buffer, everyMs: number) {
      let sentTo = offset;
      const body = new ReadableStream({
        async pull(controller) {
          if (sentTo >= bytes.length) return controller.close();
          await sleep(everyMs);
          controller.enqueue(new Uint8Array(bytes.subarray(sentTo, sentTo + 50_000)));
          sentTo += 50_000;
        },
      });
      const headers = { cookie, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) };
      const sent = fetch(at, { method: "PATCH", headers, body, duplex: "half" });
      return sent.then(
        ({ status }) => status,
        () => 0,
      );
    },
  };
}

/** Kills the server `kills` times in the middle of a file, and sends the rest at the end. */
async function survivesKills(dataDir: string, kills: number) {
  const bytes = await largePng({ width: 1600, height: 1200 });
  let server = await startServer({ dataDir });
  const ana = await sender(server.url);
  const url = await ana.announce(bytes.length);
  const offsets = [0];
  const arrived: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const sending = ana.sendFrom(server.url + url, offsets.at(-1)!, bytes, 40);
    await sleep(1800);
    server.child.kill("SIGKILL");
    expect(await sending).toBe(0);
    await server.end("SIGKILL");
    server = await startServer({ dataDir });
    arrived.push(await ana.arrived(server.url + url));
    offsets.push(arrived.at(-1)!);
    // The dead server's lease ends after some seconds.
    await until("a piece is taken again", async () => {
      const offset = offsets.at(-1)!;
      const status = await ana.sendFrom(server.url + url, offset, bytes.subarray(0, offset + 1), 0);
      if (status === 204) offsets.push(offset + 1);
      return status === 204;
    });
  }
  const bounds = [0, ...arrived, bytes.length];
  for (const [i, bound] of bounds.slice(1).entries()) expect(bound).toBeGreaterThan(bounds[i]!);
  expect(await ana.sendFrom(server.url + url, offsets.at(-1)!, bytes, 0)).toBe(204);
  expect((await ana.register(server.url, url)).equals(bytes)).toBe(true);
  expect(await server.end("SIGTERM")).toBe(0);
}

test("the arrived part of a large file survives a kill -9, and the upload continues", () =>
  survivesKills(path.join(home.path, "once"), 1));

test("the arrived part of a large file survives two kills", { tags: "long" }, () =>
  survivesKills(path.join(home.path, "twice"), 2),
);
