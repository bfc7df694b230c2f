import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { castOf, newWorld } from "../../testing/world.ts";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { layOut } from "./layout.ts";
import { demandStillAllowed } from "./photos.ts";
import { readZip } from "./read-zip.ts";
import { zipStore } from "./store.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

test.each([false, true])(
  "a person removed during a download gets no more photos (public squad: %s)",
  async (isPublic) => {
    const cast = await castOf(swell);
    const { squad, photo } = await newWorld(swell, cast, isPublic);
    const { db } = swell.database;
    const second = crypto.randomUUID();
    await sql`insert into media (id, purpose, uploader_id, squad_id, file_name, file_type, file_size, sha256, crc32, width, height, taken_at)
    values (${second}, 'gallery', ${cast.crew.id}, ${squad}, 'b.jpg', 'image/jpeg', 2000000, sha256('b'), 1, 6, 4, now())`.execute(
      db,
    );
    const blobs = openBlobs(swell.parts.config);
    const bytes = Buffer.alloc(2_000_000, 7);
    const file = { size: bytes.length, crc32: 1, modified: new Date() };
    for (const id of [photo, second]) await blobs.put(`${id}/original`, bytes);
    const layout = await layOut([
      { ...file, segments: ["a.jpg"], content: `${photo}/original` },
      { ...file, segments: ["b.jpg"], content: `${second}/original` },
    ]);
    const store = zipStore(swell.database);
    const read = async (during: () => Promise<unknown>) => {
      let length = 0;
      for await (const piece of readZip(blobs, layout, undefined, demandStillAllowed(store, cast.member.id, 0))) {
        if (length === 0) await during();
        length += (piece as Buffer).length;
      }
      return length;
    };
    expect(await read(async () => {})).toBe(layout.size);
    const remove = () => cast.admin.delete(`/api/squads/${squad}/members/${cast.member.id}`);
    await expect(read(remove)).rejects.toThrow("Photo not found");
  },
);
