import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { dismissToast, toasts } from "../../ui/toast.ts";
import { deletePhotos, hiddenPhotos } from "./delete-photos.ts";

const photo = { id: "00000000-0000-7000-8000-00000000000a", fileType: "image/jpeg" } as MediaItem;

/** What the server was asked, and the status of its replies; 0 is no reply. */
let asked: { call: string; ids: readonly string[] }[];
let status: Record<string, number>;

beforeEach(() => {
  asked = [];
  status = {};
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    const call = address.replace("/api/media/", "");
    asked.push({ call, ...(JSON.parse(body) as { ids: string[] }) });
    const code = status[call] ?? 204;
    if (code === 0) throw new TypeError("no reception");
    return code === 204 ? new Response(null, { status: code }) : Response.json({ error: "Told so." }, { status: code });
  });
});
afterEach(() => {
  for (const { id } of toasts.current()) dismissToast(id);
  vi.unstubAllGlobals();
});

const shown = () => toasts.current().at(-1);
const isHidden = () => hiddenPhotos.current().has(photo.id);
const remove = (items: readonly MediaItem[] = [photo], spared = 0) => deletePhotos(new QueryClient(), items, spared);
const undo = () => {
  const { id, action } = shown()!;
  action!.onPress();
  dismissToast(id);
};

test("a photo leaves the page before the server replies, and a toast offers to undo it", async () => {
  const removing = remove();
  expect([isHidden(), toasts.current()]).toEqual([true, []]);
  await removing;
  expect(shown()).toMatchObject({ title: "Photo deleted", action: { label: "Undo" } });
  undo();
  await vi.waitFor(() => expect(asked.map(({ call }) => call)).toEqual(["delete", "restore"]));
});

test("after two deletions in a row one toast offers to undo both", async () => {
  const film = { id: "00000000-0000-7000-8000-00000000000b", fileType: "video/mp4" } as MediaItem;
  await remove();
  await remove([film]);
  expect(toasts.current()).toHaveLength(1);
  expect(shown()).toMatchObject({ title: "1 photo and 1 video deleted", action: { label: "Undo 2" } });
  undo();
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ call: "restore", ids: [photo.id, film.id] }));
  // The next deletion stands alone.
  await remove();
  expect(shown()).toMatchObject({ title: "Photo deleted", action: { label: "Undo" } });
});

test.each([0, 401, 403, 503])("a photo that the server does not delete (%i) comes back and says why", async (code) => {
  status = { delete: code };
  await remove();
  expect(isHidden()).toBe(false);
  expect(shown()).toMatchObject({ title: "Not deleted", look: "danger" });
});

test("a photo that another person has just deleted counts as deleted", async () => {
  status = { delete: 404 };
  await remove();
  expect(shown()).toMatchObject({ title: "Photo deleted" });
});

test("a selection is sent a thousand at a time, and the toast counts what stays", async () => {
  const items = Array.from({ length: 2001 }, (_, i) => ({ ...photo, id: String(i) }));
  await remove(items, 2);
  expect(asked.map(({ ids }) => ids.length)).toEqual([1000, 1000, 1]);
  expect(shown()).toMatchObject({ title: "2,001 photos deleted", text: "2 stay: they are not yours to delete." });
  asked = [];
  undo();
  await vi.waitFor(() => expect(asked.map(({ ids }) => ids.length)).toEqual([1000, 1000, 1]));
});

test("without a connection Undo can be tried again", async () => {
  await remove();
  status = { restore: 0 };
  undo();
  await vi.waitFor(() => expect(shown()).toMatchObject({ title: "Not undone", action: { label: "Try Again" } }));
  status = {};
  undo();
  await vi.waitFor(() => expect(asked.at(-1)!.call).toBe("restore"));
  expect(toasts.current()).toEqual([]);
});

test.each([403, 404, 409])("when the server refuses to restore (%i), a toast says why", async (code) => {
  await remove();
  status = { restore: code };
  undo();
  await vi.waitFor(() => expect(shown()).toMatchObject({ title: "Not undone", text: "Told so." }));
  expect(shown()!.action).toBeUndefined();
});
