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

test("an unmarked store goes to the database that knows its photos, and to no other", async () => {
  const blobs = newStore();
  await blobs.put(`${photo}/original`, Buffer.from("photo"));
  await expect(holdStore(partsOf(blobs, other))).rejects.toThrow(/knows none of the photos in the place/);
  await expect(demandStore(partsOf(blobs))).rejects.toThrow(/start it once/);
  await holdStore(partsOf(blobs));
  await demandStore(partsOf(blobs));
  await expect(holdStore(partsOf(blobs, other))).rejects.toThrow(/belong to another database/);
  await expect(demandStore(partsOf(blobs, other))).rejects.toThrow(/belong to another database/);
  await takeStore(partsOf(blobs, other));
  await holdStore(partsOf(blobs, other));
  await expect(holdStore(partsOf(blobs))).rejects.toThrow(/belong to another database/);
});

test("an empty store suits a new site or moved photos, and no site that has photos", async () => {
  const blobs = newStore();
  await expect(holdStore(partsOf(blobs))).rejects.toThrow(/None of this site's photos is in the place/);
  expect(await isUntaken(partsOf(blobs))).toBe(true);
  await holdStore(partsOf(blobs, other));
  await demandStore(partsOf(blobs, other));
  expect(await isUntaken(partsOf(blobs))).toBe(false);
  const foreign = newStore();
  await foreign.put(`${newId()}/original`, Buffer.from("another site's"));
  expect(await isUntaken(partsOf(foreign))).toBe(false);
});

test("a database that was restored from a dump does not own the store", async () => {
  const blobs = newStore();
  await takeStore(partsOf(blobs));
  const rows = await swell.database.db.selectFrom("stores").selectAll().execute();
  await other.db.insertInto("stores").values(rows).execute();
  await expect(holdStore(partsOf(blobs, other))).rejects.toThrow(/a copy of theirs/);
  await holdStore(partsOf(blobs));
});

test("a store whose mark also has the token of version 1.0.0 keeps its owner", async () => {
  const blobs = newStore();
  await takeStore(partsOf(blobs));
  const mark = JSON.parse(String((await blobs.open(markKey))?.body)) as object;
  await blobs.put(markKey, Buffer.from(JSON.stringify({ ...mark, token: randomUUID() })));
  await holdStore(partsOf(blobs));
});

test("a crash between the database and the store leaves the store with its owner", async () => {
  const blobs = newStore();
  await takeStore(partsOf(blobs));
  const isFull: Blobs = { ...blobs, put: async () => Promise.reject(new Error("no room")) };
  await expect(takeStore(partsOf(isFull, other))).rejects.toThrow("no room");
  await demandStore(partsOf(blobs));
});

test("a database's servers may remove files until another one takes the store", async () => {
  const blobs = newStore();
  await takeStore(partsOf(blobs));
  const logged: string[] = [];
  const servers = [1, 2, 3].map(() => askOwnership(partsOf(blobs), (line) => logged.push(line)));
  expect(await Promise.all(servers.map((mayRemove) => mayRemove()))).toEqual([true, true, true]);
  await takeStore(partsOf(blobs, other));
  expect(await servers[0]!()).toBe(false);
  expect(await servers[0]!()).toBe(false);
  expect(logged).toHaveLength(1);
});
