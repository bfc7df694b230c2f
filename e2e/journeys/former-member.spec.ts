import type { Page } from "@playwright/test";
import { photo } from "../app.ts";
import { expect, test } from "../fixtures.ts";
import { addPhoto, seedTrip, send } from "../seed.ts";

/** Fetches a picture as pages do. Resolves with the status that the page sees. */
const statusOf = (page: Page, picture: string) => page.evaluate(async (url) => (await fetch(url)).status, picture);

/** The statuses of replies about this picture that came over the network, in order. */
async function repliesAbout(page: Page, picture: string): Promise<readonly number[]> {
  const network = await page.context().newCDPSession(page);
  const replies: number[] = [];
  const requests = new Set<string>();
  network.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.endsWith(picture)) requests.add(requestId);
  });
  network.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
    if (requests.has(requestId)) replies.push(statusCode);
  });
  await network.send("Network.enable");
  return replies;
}

test("a removed member's browser does not show cached pictures again", async ({ openInTrouble }) => {
  const [ana, bo] = [(await openInTrouble("Ana")).page, (await openInTrouble("Bo")).page];
  const { squad, crew, trip } = await seedTrip([ana.request, bo.request], 1);
  const own = await send(bo.request, "POST", "/api/trips", {
    name: "Faro",
    location: "Portugal",
    startDate: "2026-07-04T00:00:00.000Z",
    endDate: "2026-07-05T00:00:00.000Z",
  });
  const added = await addPhoto(bo.request, own["id"]!, photo("own.png", [200, 20, 90]));
  const ownPicture = `/objects/${added["id"]!}?size=thumb`;

  await bo.goto(`/trips/${trip}`);
  const picture = (await bo.locator("#gallery img").first().getAttribute("src"))!;
  for (const one of [picture, ownPicture]) await expect.poll(() => statusOf(bo, one)).toBe(200);
  const [replies, ownReplies] = [await repliesAbout(bo, picture), await repliesAbout(bo, ownPicture)];
  for (const one of [picture, ownPicture]) expect(await statusOf(bo, one)).toBe(200);
  expect([...replies, ...ownReplies], "both pictures are cached").toEqual([]);

  const removed = await ana.request.delete(`/api/squads/${squad}/members/${crew[1]!["id"]}?trips=leave`);
  expect(removed.status()).toBe(204);
  // The open page hears of it and makes a call, whose reply changes the cookie.
  await expect.poll(() => statusOf(bo, picture)).toBe(404);
  await expect.poll(() => replies.at(-1)).toBe(404);

  await test.step("a picture of another trip is cached again without its bytes being sent", async () => {
    for (let i = 0; i < 2; i += 1) expect(await statusOf(bo, ownPicture)).toBe(200);
    await expect.poll(() => ownReplies).toEqual([304]);
  });

  await test.step("the picture stays away on the browser's next visit", async () => {
    await bo.goto("/");
    expect(await statusOf(bo, picture)).toBe(404);
  });
});
