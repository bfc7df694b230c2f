import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Blobs, markKey } from "../../platform/blobs/blobs.ts";
import { diskBlobs } from "../../platform/blobs/disk.ts";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";
import { askOwnership, demandStore, holdStore, isUntaken, takeStore } from "./ownership.ts";
import { ownershipStore } from "./ownership-store.ts";

let swell: TestApp;
let other: TestDatabase;
let home: string;
let photo: string;
beforeAll(async () => {
  [swell, other] = [await openTestApp(), await freshDatabase()];
  home = await mkdtemp(path.join(os.tmpdir(), "swellmates-ownership-"));
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  photo = String((await add(swell, ana, `/api/trips/${trip}`, await jpeg())).body["id"]);
});
afterAll(async () => {
  await swell.close();
  await other.drop();
  await rm(home, { recursive: true });
});

const newStore = () => diskBlobs(path.join(home, randomUUID()));
const partsOf = (blobs: Blobs, database: TestDatabase = swell.database) => ({
  blobs,
  store: ownershipStore(database),
  place: "the place",
});
const markOf = async (blobs: Blobs) => String((await blobs.open(markKey))?.body);

test("a place that nobody has marked is taken by the database that knows its photos, and by no other", async () => {
  const blobs = newStore();
  await blobs.put(`${photo}/original`, Buffer.from("photo"));
  await expect(holdStore(partsOf(blobs, other), true)).rejects.toThrow(/knows none of the photos in the place/);
  await expect(demandStore(partsOf(blobs))).rejects.toThrow(/start it once/);
  await holdStore(partsOf(blobs), true);
  await demandStore(partsOf(blobs));
  await expect(holdStore(partsOf(blobs, other), true)).rejects.toThrow(/belong to another database/);
  await expect(demandStore(partsOf(blobs, other))).rejects.toThrow(/belong to another database/);
  await takeStore(partsOf(blobs, other));
  await holdStore(partsOf(blobs, other), true);
  await expect(holdStore(partsOf(blobs), true)).rejects.toThrow(/belong to another database/);
});

test("an empty place is one for a new site, and for photos that are moved, but not where photos should be", async () => {
  const blobs = newStore();
  await expect(holdStore(partsOf(blobs), true)).rejects.toThrow(/None of this site's photos is in the place/);
  expect(await isUntaken(partsOf(blobs))).toBe(true);
  await holdStore(partsOf(blobs, other), true);
  await demandStore(partsOf(blobs, other));
  expect(await isUntaken(partsOf(blobs))).toBe(false);
  const strange = newStore();
  await strange.put(`${newId()}/original`, Buffer.from("somebody's"));
  expect(await isUntaken(partsOf(strange))).toBe(false);
});

test("a copy of the database is told by the database it was written in, and by a token older than the store's", async () => {
  const blobs = newStore();
  await takeStore(partsOf(blobs));
  const { db } = swell.database;
  const rows = await db.selectFrom("stores").selectAll().execute();
  // Restored from a dump into another database.
  await other.db.insertInto("stores").values(rows).execute();
  await expect(holdStore(partsOf(blobs, other), true)).rejects.toThrow(/a copy of theirs/);
  // The same files of the database, as they were before the site's server started again.
  await holdStore(partsOf(blobs), true);
  const [copied] = await other.db.selectFrom("stores").select("written_in").orderBy("turned_at", "desc").execute();
  await takeStore(partsOf(newStore(), other));
  const own = await other.db.selectFrom("stores").select("written_in").execute();
  const here = own.map(({ written_in }) => written_in).find((name) => name !== copied!.written_in)!;
  await other.db.updateTable("stores").set({ written_in: here }).execute();
  await expect(holdStore(partsOf(blobs, other), true)).rejects.toThrow(/a copy of theirs/);
  await holdStore(partsOf(blobs), false);
});

test("a kill between the database and the store leaves the place its site's, whichever of them it reached", async () => {
  const blobs = newStore();
  await takeStore(partsOf(blobs));
  const isFull: Blobs = { ...blobs, put: async () => Promise.reject(new Error("no room")) };
  await expect(holdStore(partsOf(isFull), true)).rejects.toThrow("no room");
  const before = await markOf(blobs);
  await demandStore(partsOf(blobs));
  // It reaches the store, and the database never hears.
  const store = ownershipStore(swell.database);
  const deaf: typeof store = {
    ...store,
    within: async (id, work) =>
      store.within(id, (known) => work(known && { ...known, turned: async () => Promise.reject(new Error("killed")) })),
  };
  await expect(holdStore({ ...partsOf(blobs), store: deaf }, true)).rejects.toThrow("killed");
  const between = await markOf(blobs);
  expect(between).not.toBe(before);
  await demandStore(partsOf(blobs));
  await holdStore(partsOf(blobs), false);
  expect(await markOf(blobs)).toBe(between);
  await holdStore(partsOf(blobs), true);
  expect(await markOf(blobs)).not.toBe(between);
});

test("several servers of one database agree, whoever turns the token", async () => {
  const blobs = newStore();
  await takeStore(partsOf(blobs));
  const said: string[] = [];
  const servers = [1, 2, 3].map(() => askOwnership(partsOf(blobs), (line) => said.push(line)));
  for (let round = 0; round < 3; round++)
    expect(await Promise.all(servers.map((mayRemove) => mayRemove()))).toEqual([true, true, true]);
  await takeStore(partsOf(blobs, other));
  expect(await servers[0]!()).toBe(false);
  expect(await servers[0]!()).toBe(false);
  expect(said).toHaveLength(1);
});
