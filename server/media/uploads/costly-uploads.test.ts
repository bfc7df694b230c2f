import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { cuePoints, emptyExtents, manyTracks, webmOf } from "../fixtures/costly-files.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { add, addressFor, put } from "../fixtures/uploading.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

test("a stranger's costly files are refused, and a friend's photo is taken meanwhile", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const mal = await swell.person("mal");
  const costly = [
    emptyExtents(60),
    emptyExtents(400),
    emptyExtents(20_000),
    manyTracks(40_000),
    webmOf(cuePoints(1_000_000)),
  ];
  const sent = costly.map(async (bytes) => put(swell, mal, await addressFor(mal), bytes));
  expect((await add(swell, ana, `/api/trips/${trip}`, await jpeg())).status).toBe(201);
  for (const reply of sent)
    expect(await reply).toMatchObject({
      status: 422,
      body: { code: "broken_file", error: expect.stringContaining("damaged") as string },
    });
});

test("after three refused files, a person's next uploads begin a second apart", async () => {
  const limited = await openTestApp({ RATE_LIMITS: "on" });
  try {
    const mal = await limited.person("mal");
    const send = async () => put(limited, mal, await addressFor(mal), emptyExtents(60));
    for (let n = 0; n < 3; n++) expect((await send()).status).toBe(422);
    const startedAt = performance.now();
    await Promise.all([send(), send()]);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
  } finally {
    await limited.close();
  }
});
