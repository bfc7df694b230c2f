import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  claimUpload,
  deleteUploads,
  deleteUploadsOf,
  findStoredFile,
  findStoredUploads,
  saveUploads,
  storeUpload,
} from "./stored-uploads.ts";
import { openDevice } from "./testing/device.ts";
import { type StoredUpload, transact } from "./upload-store.ts";

let device: ReturnType<typeof openDevice>;
beforeAll(() => {
  device = openDevice();
  vi.stubGlobal("navigator", {});
});
beforeEach(() => device.clear());
afterAll(() => {
  device.restore();
  vi.unstubAllGlobals();
});

const now = Date.now();
const upload = (id: string, with_: Partial<StoredUpload> = {}): StoredUpload => ({
  id,
  userId: "ana",
  order: now,
  name: `${id}.jpg`,
  type: "image/jpeg",
  size: 3,
  scope: { tripId: "t" },
  state: { kind: "waiting" },
  tab: "first",
  writtenAt: now,
  ...with_,
});
const store = (row: StoredUpload) => storeUpload(() => row, new Blob(["sea"]));
const textOf = async (id: string) => (await findStoredFile(id))?.text();
const idsOf = async (userId: string) => (await findStoredUploads(userId)).map(({ id }) => id);

it("a caption is kept with its upload while the state changes", async () => {
  await store(upload("a", { caption: "First light" }));
  await saveUploads([{ ...upload("a"), state: { kind: "sending", share: 0.5 } }], "first");
  expect(await findStoredUploads("ana")).toMatchObject([{ caption: "First light", state: { share: 0.5 } }]);
});

it.each([true, false])("uploads outlive a connection that the system closes, with an event: %s", async (isTold) => {
  expect(await store(upload("a"))).toBe(true);
  device.close(isTold);
  expect(await textOf("a")).toBe("sea");
  device.close(isTold);
  await saveUploads([{ ...upload("a"), address: "/upload/1" }], "first");
  expect((await findStoredUploads("ana"))[0]?.address).toBe("/upload/1");
  device.close(isTold);
  expect(await store(upload("b"))).toBe(true);
  device.close(isTold);
  await deleteUploads(["a"]);
  expect(await device.idsIn("files")).toEqual(["b"]);
});

it("a copy that cannot be read now is not taken for one that is gone", async () => {
  await store(upload("a"));
  expect(await findStoredFile("b")).toBeUndefined();
  device.reach(false);
  await expect(findStoredFile("a")).rejects.toThrow("lost");
  await expect(findStoredUploads("ana")).rejects.toThrow("lost");
  expect(await store(upload("c"))).toBe(false);
  device.reach(true);
  expect(await textOf("a")).toBe("sea");
});

it("nothing is stored on a device without room, or of an upload that was called off", async () => {
  vi.stubGlobal("navigator", {
    storage: { estimate: async () => ({ quota: 5, usage: 3 }), persist: async () => true },
  });
  expect(await store(upload("a"))).toBe(false);
  vi.stubGlobal("navigator", {});
  expect(await storeUpload(() => undefined, new Blob(["sea"]))).toBe(false);
  expect(await device.idsIn("files")).toEqual([]);
});

it("each person finds their own uploads, and deletes only these", async () => {
  for (const row of [upload("b", { order: now + 1 }), upload("a"), upload("c", { userId: "bo" })]) await store(row);
  expect(await idsOf("ana")).toEqual(["a", "b"]);
  expect(await idsOf("bo")).toEqual(["c"]);
  await deleteUploadsOf("ana");
  expect(await idsOf("ana")).toEqual([]);
  expect(await device.idsIn("files")).toEqual(["c"]);
});

it("copies are deleted after a week", async () => {
  const week = 7 * 24 * 3600 * 1000;
  await store(upload("old", { order: now - week - 1000 }));
  await store(upload("new", { order: now - week + 60_000 }));
  expect(await idsOf("ana")).toEqual(["new"]);
  expect(await device.idsIn("files")).toEqual(["new"]);
});

it("the copy of a file goes when the file has arrived", async () => {
  await store(upload("a"));
  await saveUploads([{ ...upload("a"), state: { kind: "done", isDuplicate: false } }], "first");
  expect(await device.idsIn("files")).toEqual([]);
  expect((await findStoredUploads("ana"))[0]?.state.kind).toBe("done");
});

it("uploads that version 1.0.0 left in a browser are sent", async () => {
  const { state: _, writtenAt: __, tab: ___, ...old } = upload("a");
  await transact("readwrite", (transaction) => transaction.objectStore("uploads").put(old as StoredUpload));
  expect((await findStoredUploads("ana"))[0]?.state).toEqual({ kind: "waiting" });
  expect(await claimUpload("a", "second", false)).toBe(true);
});

describe("a tab claims an upload", () => {
  it.each([
    { because: "its lock was free", with_: {}, wasFree: true, claimed: true },
    { because: "it holds it already", with_: { tab: "second" }, wasFree: false, claimed: true },
    {
      because: "its tab was silent for ten seconds",
      with_: { writtenAt: now - 10_001 },
      wasFree: false,
      claimed: true,
    },
    {
      because: "it failed",
      with_: { state: { kind: "failed", sentence: "", mayRetry: true } },
      wasFree: false,
      claimed: true,
    },
    { because: "another tab holds it: not", with_: { writtenAt: now - 9999 }, wasFree: false, claimed: false },
  ] as const)("because $because", async ({ with_, wasFree, claimed }) => {
    await store(upload("a", with_));
    expect(await claimUpload("a", "second", wasFree, now)).toBe(claimed);
    if (claimed) expect(await findStoredUploads("ana")).toMatchObject([{ tab: "second", state: { kind: "waiting" } }]);
  });

  it("unless it was removed, or has arrived", async () => {
    expect(await claimUpload("a", "second", true)).toBe(false);
    await store(upload("b", { state: { kind: "done", isDuplicate: false } }));
    expect(await claimUpload("b", "second", true)).toBe(false);
  });

  it("and the tab that had it changes nothing any more", async () => {
    await store(upload("a"));
    await claimUpload("a", "second", true);
    await saveUploads([{ ...upload("a"), state: { kind: "failed", sentence: "No", mayRetry: true } }], "first");
    expect((await findStoredUploads("ana"))[0]?.state).toEqual({ kind: "waiting" });
  });
});
