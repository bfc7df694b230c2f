import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markKey } from "../../platform/blobs/blobs.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { addressFor, put } from "../../media/fixtures/uploading.ts";
import { type TestApp, openTestApp } from "../app.ts";
import { newTrip } from "../builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** A zip that is being sent breaks off when the photos in it are deleted. */
function orBrokenOff(error: unknown) {
  if (!String(error).includes("response destroyed")) throw error;
  return { status: 200 };
}

test("deleting an account during its uploads, votes and joins leaves nothing behind", { timeout: 60_000 }, async () => {
  for (let round = 0; round < 6; round++) {
    const { ana, bo, squad, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo"],
      awards: ["Best Wipeout"],
    });
    const [arriving, arrived] = [await addressFor(bo!), await addressFor(bo!)];
    await put(swell, bo!, arrived, await jpeg());
    const large = await jpeg({ width: 2000, height: 1500 });
    const pieces = await bo!.post("/api/uploads", { size: 1000 });
    const replies = await Promise.all([
      put(swell, bo!, arriving, large),
      bo!.put(`/api/trips/${trip}/media`, { mediaURL: arrived, fileName: "a.jpg" }),
      bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id }),
      bo!.post("/api/trips", { name: "Own", location: "L", startDate: "2026-07-04", endDate: "2026-07-05" }),
      bo!.post("/api/squad-invites", { squadId: squad, emails: ["x@example.org"] }),
      bo!.post("/api/media/zips", { squadId: squad }),
      bo!.post("/api/uploads", { size: 1000 }),
      bo!.post("/api/password/forgot", { email: bo!.email }),
      bo!.post("/api/init-demo", {}),
      bo!.delete("/api/account", { confirm: bo!.email, password: bo!.password, photos: "take" }),
      bo!.get("/api/account/export").catch(orBrokenOff),
      bo!.get(String(pieces.body["uploadURL"])),
    ]);
    expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(replies[9].status).toBe(204);
    const { rows } = await sql<{ left: string }>`
      select 'upload' left from uploads where user_id = ${bo!.id}
      union all select 'photo' from media where uploader_id = ${bo!.id} or (uploader_id is null and trip_id = ${trip})
      union all select 'invitation' from invitations where inviter_id = ${bo!.id}
      union all select 'trip' from trips t where not exists (select from trip_members m where m.trip_id = t.id)
      union all select 'vote' from votes where voter_id = ${bo!.id}`.execute(swell.database.db);
    expect(rows).toEqual([]);
  }
  // Waits until running media jobs have ended.
  const longTimeout = { timeout: 20_000 };
  const blobs = path.join(swell.parts.config.dataDir, "blobs");
  await expect.poll(() => readdir(path.join(blobs, "incoming")), longTimeout).toEqual([]);
  // Every file belongs to a row, or is on the list of unwanted files.
  const findOrphans = async () => {
    const files = await readdir(blobs, { recursive: true, withFileTypes: true });
    const ids = files
      .filter((file) => file.isFile())
      .map(
        ({ parentPath, name }) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(path.join(parentPath, name))?.[0],
      );
    const { rows } = await sql<{
      id: string;
    }>`select id from unwanted_files union select id from uploads union select id from media`.execute(
      swell.database.db,
    );
    const known = new Set([...rows.map(({ id }) => id), markKey.split("/")[0]]);
    return ids.filter((id) => id && !known.has(id));
  };
  await expect.poll(findOrphans, longTimeout).toEqual([]);
});
