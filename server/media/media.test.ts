import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

test("a photo is uploaded, registered, and soon shown", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const { body } = await ana.post("/api/objects/upload");
  const mediaURL = String(body["uploadURL"]);
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#0af" } })
    .jpeg()
    .toBuffer();
  const headers = { cookie: ana.cookie, "content-type": "image/jpeg" };
  expect((await swell.app.inject({ method: "PUT", url: mediaURL, headers, payload: bytes })).statusCode).toBe(200);
  const added = await ana.put(`/api/trips/${trip}/media`, { mediaURL, fileName: "wave.jpg" });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({ fileName: "wave.jpg", fileType: "image/jpeg", width: 900, height: 600 });
  await vi.waitFor(
    async () => {
      const { body: page } = await ana.get(`/api/trips/${trip}/media`);
      expect(page).toMatchObject([{ id: added.body["id"], state: "ready", placeholder: expect.any(String) }]);
    },
    { timeout: 20_000, interval: 50 },
  );
  const shown = await swell.app.inject({
    url: `/objects/${added.body["id"]}?size=thumb`,
    headers: { cookie: ana.cookie },
  });
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 600, height: 400 });
});
