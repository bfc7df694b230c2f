import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";

let swell: TestApp;
let ana: TestPerson;
let trip: string;
let squad: string;
beforeAll(async () => {
  swell = await openTestApp();
  ({ ana, trip, squad } = await newTrip(swell, { crew: ["ana"] }));
  await swell.database.db
    .insertInto("media")
    .values(
      Array.from({ length: 1000 }, (_, n) => ({
        id: newId(),
        purpose: "gallery" as const,
        uploader_id: ana.id,
        squad_id: squad,
        trip_id: trip,
        file_name: `Wave é ${n}.jpg`,
        file_type: "image/jpeg",
        file_size: 1000,
        sha256: Buffer.from(`photo ${n}`),
        crc32: n,
        width: 400,
        height: 300,
        caption: null,
        placeholder: null,
        rendition_type: null,
        taken_at: new Date(Date.UTC(2026, 6, 4, 10, n % 100)),
      })),
    )
    .execute();
});
afterAll(() => swell.close());

const ask = (url: string, encodings: string) =>
  swell.app.inject({ url, headers: { cookie: ana.cookie, "accept-encoding": encodings } });

test.each(["media?limit=50", "media/outline"])(
  "a gallery's %s is compressed with an encoding that the client accepts",
  async (part) => {
    for (const album of [`/api/trips/${trip}`, `/api/squads/${squad}`]) {
      const plain = await ask(`${album}/${part}`, "identity");
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(plain.headers["vary"]).toBe("Accept-Encoding");
      const brotli = await ask(`${album}/${part}`, "gzip, deflate, br, zstd");
      expect(brotli.headers).toMatchObject({
        "content-encoding": "br",
        "content-type": "application/json; charset=utf-8",
        "content-length": String(brotli.rawPayload.length),
        vary: "Accept-Encoding",
      });
      expect(String(brotliDecompressSync(brotli.rawPayload))).toBe(plain.payload);
      const gzip = await ask(`${album}/${part}`, "GZIP;q=0.8, br;q=0");
      expect(gzip.headers["content-encoding"]).toBe("gzip");
      expect(String(gunzipSync(gzip.rawPayload))).toBe(plain.payload);
      expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    }
  },
);
