import { type APIRequestContext, chromium, request } from "@playwright/test";
import Fastify from "fastify";
import { readFile } from "node:fs/promises";
import config from "../../e2e/playwright.config.ts";
import { send } from "../../e2e/seed.ts";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { makePhotos } from "../photos.ts";
import { startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";

/** Slow 3G as Chromium's developer tools have it: milliseconds and bytes a second. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;

/** The first paint of the page of an invitation on a slow phone, beside a bare document with a heading and a picture of the same size. */
export async function measureJoin({ workspace, options }: Bench): Promise<Figure[]> {
  const [photo] = await makePhotos(await workspace.folder("join-photos"), 1, 3);
  must(photo !== undefined, "No photo was made");
  const ours = await startOurs({ DATA_DIR: await workspace.folder("join") });
  const baseURL = `http://localhost:${ours.port}`;
  const ana = await request.newContext({ baseURL });
  const bare = Fastify();
  try {
    const { link, cover } = await invite(ana, await readFile(photo.path));
    const picture = await (await ana.get(`${cover}?size=cover`)).body();
    bare.get("/", (_, reply) =>
      reply
        .type("text/html")
        .send(
          '<!doctype html><meta name="viewport" content="width=device-width"><title>Join</title><img src="/cover" width="390" height="195"><h1>Dawn Patrol</h1>',
        ),
    );
    bare.get("/cover", (_, reply) => reply.type("image/webp").send(picture));
    const bareUrl = await bare.listen({ port: 0, host: "127.0.0.1" });
    const rounds = await alternate(options.quick ? 3 : 9, {
      bare: () => firstPaint(bareUrl),
      ours: () => firstPaint(link),
    });
    return [
      {
        row: 15,
        what: "join page on slow 3G: first paint ÷ bare page with a picture of the same size",
        goal: { atMost: 1.25 },
        ratios: rounds.map((round) => round.ours / round.bare),
      },
    ];
  } finally {
    await ana.dispose();
    await bare.close();
    await ours.stop();
  }
}

/** Makes a squad with a cover and returns its invite link. */
async function invite(ana: APIRequestContext, photo: Buffer) {
  const account = { firstName: "Ana", lastName: "Berg", email: "ana@example.org", password: "ana-likes-waves" };
  await send(ana, "POST", "/api/register", account);
  const squad = String((await send(ana, "POST", "/api/squads", { name: "Dawn Patrol" }))["id"]);
  const { uploadURL } = await send(ana, "POST", "/api/objects/upload");
  await ana.put(String(uploadURL), { data: photo, headers: { "content-type": "image/jpeg" } });
  const registered = await send(ana, "PUT", "/api/squad-photos", { squadPhotoURL: uploadURL });
  const cover = String(registered["objectPath"]);
  await send(ana, "PUT", `/api/squads/${squad}`, { name: "Dawn Patrol", photoUrl: cover });
  const overview = (await (await ana.get(`/api/squads/${squad}`)).json()) as { squad: { inviteUrl: string } };
  return { link: overview.squad.inviteUrl, cover };
}

/** Milliseconds until a new browser on a slow phone has painted anything of a page. */
async function firstPaint(url: string): Promise<number> {
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const developer = await page.context().newCDPSession(page);
    await developer.send("Network.emulateNetworkConditions", slow);
    await developer.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.goto(url, { waitUntil: "commit" });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const [paint] = list.getEntriesByName("first-contentful-paint");
            if (paint) resolve(paint.startTime);
          }).observe({ type: "paint", buffered: true });
        }),
    );
  } finally {
    await browser.close();
  }
}
