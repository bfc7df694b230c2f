import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  type KeptUpload,
  forgetAllUploads,
  forgetUploads,
  keepUpload,
  keptFile,
  keptUploads,
  noteUpload,
} from "./kept-uploads.ts";

/** A browser's store on a disk, whose connections the system closes as phones do. */
function openDevice() {
  const stores = { uploads: new Map<string, unknown>(), files: new Map<string, unknown>() };
  const open = new Set<EventTarget & { isClosed: boolean }>();
  let isOutOfReach = false;

  const later = (happen: () => void) => setTimeout(happen);
  const requestOf = (result: unknown) => {
    const request = Object.assign(new EventTarget(), { result });
    later(() => request.dispatchEvent(new Event("success")));
    return request;
  };
  const transaction = (connection: { isClosed: boolean }) => {
    if (connection.isClosed) throw new DOMException("The connection is closing.", "InvalidStateError");
    const objectStore = (name: keyof typeof stores) => ({
      get: (id: string) => requestOf(stores[name].get(id)),
      getAll: () => requestOf([...stores[name].values()]),
      put: (value: { id: string }, id?: string) => requestOf(stores[name].set(id ?? value.id, value)),
      delete: (id: string) => requestOf(stores[name].delete(id)),
    });
    const mine = Object.assign(new EventTarget(), { objectStore, error: null });
    later(() => later(() => mine.dispatchEvent(new Event("complete"))));
    return mine;
  };
  vi.stubGlobal("indexedDB", {
    open() {
      if (isOutOfReach) throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
      const connection = Object.assign(new EventTarget(), { isClosed: false });
      open.add(connection);
      return requestOf(Object.assign(connection, { transaction: () => transaction(connection) }));
    },
  });
  const notes = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, value: string) => notes.set(key, value),
    removeItem: (key: string) => notes.delete(key),
  });
  vi.stubGlobal("navigator", {});
  return {
    notes,
    stores,
    /** The system takes the connections of a page in the background. */
    close(isTold: boolean) {
      for (const connection of open) {
        connection.isClosed = true;
        if (isTold) connection.dispatchEvent(new Event("close"));
      }
      open.clear();
    },
    reach(may: boolean) {
      isOutOfReach = !may;
      if (!may) this.close(false);
    },
  };
}

let device: ReturnType<typeof openDevice>;
beforeAll(() => {
  device = openDevice();
});
beforeEach(() => {
  for (const kept of [device.stores.uploads, device.stores.files, device.notes]) kept.clear();
});
afterAll(() => vi.unstubAllGlobals());

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
const idsOf = async (userId = "ana") => (await keptUploads(userId)).map(({ id }) => id);

it.each([true, false])("what is kept is found after the system closed the store, and said so: %s", async (isTold) => {
  expect(await keepUpload(upload("a"), file)).toBe(true);
  device.close(isTold);
  expect(await keptFile("a")).toBe(file);
  device.close(isTold);
  await noteUpload("a", { address: "/upload/1" });
  expect((await keptUploads("ana"))[0]?.address).toBe("/upload/1");
  device.close(isTold);
  expect(await keepUpload(upload("b"), file)).toBe(true);
  device.close(isTold);
  await forgetUploads(["a"]);
  expect([...device.stores.files.keys()]).toEqual(["b"]);
});

it("a copy that cannot be looked for is no copy that is gone", async () => {
  await keepUpload(upload("a"), file);
  expect(await keptFile("b")).toBeUndefined();
  device.reach(false);
  await expect(keptFile("a")).rejects.toThrow("lost");
  await expect(keptUploads("ana")).rejects.toThrow("lost");
  device.reach(true);
  expect(await keptFile("a")).toBe(file);
});

it("what could not be forgotten does not come back, and goes when the store is there again", async () => {
  for (const id of ["a", "b"]) await keepUpload(upload(id), file);
  device.reach(false);
  await forgetUploads(["a"]);
  device.reach(true);
  expect(device.stores.uploads.has("a")).toBe(true);
  expect(await idsOf()).toEqual(["b"]);
  expect([...device.stores.uploads.keys(), ...device.stores.files.keys()]).toEqual(["b", "b"]);
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
  expect([...device.stores.files.keys()]).toEqual(["c"]);
  await keepUpload({ ...upload("d"), order: Date.now() - 1000 }, file);
  expect(await idsOf()).toEqual(["d"]);
  await forgetAllUploads("ana");
  expect(await idsOf()).toEqual([]);
  expect(device.notes.size).toBe(0);
});
