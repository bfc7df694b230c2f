import "fake-indexeddb/auto";
import { forceCloseDatabase } from "fake-indexeddb";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { forgetAllUploads, forgetUploads, keepUpload, keptFile, keptUploads, noteUpload } from "./kept-uploads.ts";
import { type KeptUpload, transact } from "./upload-store.ts";

/** The device of these tests: its connections can be closed as phones close them, and its store put out of reach. */
function openDevice() {
  const open = new Set<IDBDatabase>();
  const notes = new Map<string, string>();
  const openStore = indexedDB.open.bind(indexedDB);
  let isOutOfReach = false;
  const factory = vi.spyOn(indexedDB, "open").mockImplementation((name, version) => {
    if (isOutOfReach) throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
    const request = openStore(name, version);
    request.addEventListener("success", () => open.add(request.result));
    return request;
  });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, value: string) => notes.set(key, value),
    removeItem: (key: string) => notes.delete(key),
  });
  vi.stubGlobal("navigator", {});
  const close = (isTold: boolean) => {
    for (const connection of open) {
      // The types of this function ask for the class instead of an object.
      if (isTold) forceCloseDatabase(connection as never);
      else connection.close();
    }
    open.clear();
  };
  return {
    notes,
    close,
    reach(may: boolean) {
      isOutOfReach = !may;
      if (!may) close(false);
    },
    keysOf: (store: "uploads" | "files") =>
      transact("readonly", (transaction) => transaction.objectStore(store).getAllKeys()),
    clear: () =>
      transact("readwrite", (transaction) =>
        Promise.all([transaction.objectStore("uploads").clear(), transaction.objectStore("files").clear()]),
      ),
    restore: () => factory.mockRestore(),
  };
}

let device: ReturnType<typeof openDevice>;
beforeAll(() => {
  device = openDevice();
});
beforeEach(async () => {
  device.notes.clear();
  await device.clear();
});
afterAll(() => {
  device.restore();
  vi.unstubAllGlobals();
});

const upload = (id: string, userId = "ana"): KeptUpload => ({
  id,
  userId,
  order: Date.now(),
  name: `${id}.jpg`,
  type: "image/jpeg",
  size: 3,
  scope: { tripId: "t" },
});
const file = new Blob(["sea"]);
const textOf = async (id: string) => (await keptFile(id))?.text();
const idsOf = async (userId = "ana") => (await keptUploads(userId)).map(({ id }) => id);

it.each([true, false])("what is kept is found after the system closed the store, and said so: %s", async (isTold) => {
  expect(await keepUpload(upload("a"), file)).toBe(true);
  device.close(isTold);
  expect(await textOf("a")).toBe("sea");
  device.close(isTold);
  await noteUpload("a", { address: "/upload/1" });
  expect((await keptUploads("ana"))[0]?.address).toBe("/upload/1");
  device.close(isTold);
  expect(await keepUpload(upload("b"), file)).toBe(true);
  device.close(isTold);
  await forgetUploads(["a"]);
  expect(await device.keysOf("files")).toEqual(["b"]);
});

it("a copy that cannot be looked for is no copy that is gone", async () => {
  await keepUpload(upload("a"), file);
  expect(await keptFile("b")).toBeUndefined();
  device.reach(false);
  await expect(keptFile("a")).rejects.toThrow("lost");
  await expect(keptUploads("ana")).rejects.toThrow("lost");
  device.reach(true);
  expect(await textOf("a")).toBe("sea");
});

it("what could not be forgotten does not come back, and goes when the store is there again", async () => {
  for (const id of ["a", "b"]) await keepUpload(upload(id), file);
  device.reach(false);
  await forgetUploads(["a"]);
  device.reach(true);
  expect(await device.keysOf("uploads")).toEqual(["a", "b"]);
  expect(await idsOf()).toEqual(["b"]);
  expect(await device.keysOf("uploads")).toEqual(["b"]);
  expect(await device.keysOf("files")).toEqual(["b"]);
  expect(device.notes.size).toBe(0);
});

it("whoever logs out leaves nothing behind, also when the store was out of reach just then", async () => {
  for (const id of ["a", "b"]) await keepUpload(upload(id), file);
  await keepUpload(upload("c", "bo"), file);
  device.reach(false);
  await forgetAllUploads("ana");
  device.reach(true);
  expect(await idsOf("bo")).toEqual(["c"]);
  expect(await idsOf()).toEqual([]);
  expect(await device.keysOf("files")).toEqual(["c"]);
  await keepUpload({ ...upload("d"), order: Date.now() - 1000 }, file);
  expect(await idsOf()).toEqual(["d"]);
  await forgetAllUploads("ana");
  expect(await idsOf()).toEqual([]);
  expect(device.notes.size).toBe(0);
});
