import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { dismissToast, toasts } from "../../ui/toast.ts";
import { deleteSoon, doomedPhotos, finishLeftOver } from "./doomed.ts";

const photo = { id: "00000000-0000-7000-8000-00000000000a", fileType: "image/jpeg" } as MediaItem;
const list = "00000000-0000-7000-8000-00000000000b";

/** The server: what it was asked, and what it answers. */
let asked: { call: string; body: unknown }[];
let answers: Record<string, number>;
let kept: Map<string, string>;
let held: Set<string>;

beforeEach(() => {
  asked = [];
  answers = {};
  kept = new Map();
  held = new Set();
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    const call = address.replace("/api/media/", "");
    asked.push({ call, body: JSON.parse(body) });
    const status = answers[call] ?? (call === "deletions" ? 201 : 204);
    if (status === 0) throw new TypeError("no reception");
    if (status === 204) return new Response(null, { status });
    return Response.json(status < 300 ? { id: list } : { error: "Told so.", code: "x" }, { status });
  });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("navigator", { locks: { request: lock } });
});
afterEach(() => {
  answers = {};
  for (const { id } of toasts.current()) dismissToast(id);
  vi.unstubAllGlobals();
});

async function lock(name: string, ...rest: unknown[]) {
  const work = rest.at(-1) as (lock: object | null) => Promise<void>;
  if (held.has(name)) return work(null);
  held.add(name);
  await work({});
  held.delete(name);
}

const shown = () => toasts.current().at(-1);
const isDoomed = () => doomedPhotos.current().has(photo.id);
const callsOf = (call: string) => asked.filter((one) => one.call === call).map(({ body }) => body);
const removed = async () => {
  await deleteSoon(new QueryClient(), [photo], 0);
  expect([isDoomed(), shown()?.title]).toEqual([true, "Photo deleted"]);
};
const ended = async () => {
  dismissToast(shown()!.id);
  await vi.waitFor(() => expect(callsOf("deletions/finish").at(-1)).toEqual({ lists: [list] }));
};

test("the server is to finish what was deleted, also when no word comes any more", async () => {
  await removed();
  expect(asked).toEqual([
    { call: "deletions", body: { ids: [photo.id] } },
    { call: "deletions/finish", body: { lists: [list], after: 60 } },
  ]);
  await ended();
  await vi.waitFor(() => expect(isDoomed()).toBe(false));
  expect(kept.size).toBe(0);
});

test("nothing is left to the server when it did not get the whole list", async () => {
  answers = { deletions: 503 };
  await expect(deleteSoon(new QueryClient(), [photo], 0)).rejects.toThrow("Told so.");
  expect(callsOf("deletions/finish")).toEqual([]);
  expect([isDoomed(), toasts.current().length]).toEqual([false, 0]);
});

describe("undone", () => {
  test("photos come back once the server has let go of them", async () => {
    await removed();
    shown()!.action!.onPress();
    expect(isDoomed()).toBe(true);
    await vi.waitFor(() => expect(isDoomed()).toBe(false));
    expect(callsOf("deletions/undo")).toEqual([{ lists: [list] }]);
    dismissToast(shown()!.id);
    expect(callsOf("deletions/finish")).toHaveLength(1);
    expect(kept.size).toBe(0);
  });

  test("without reception it can be tried again", async () => {
    await removed();
    answers = { "deletions/undo": 0 };
    shown()!.action!.onPress();
    await vi.waitFor(() => expect(shown()?.title).toBe("Not undone yet"));
    expect([isDoomed(), kept.size]).toEqual([true, 0]);
    answers = {};
    shown()!.action!.onPress();
    await vi.waitFor(() => expect(isDoomed()).toBe(false));
  });

  test("too late is said", async () => {
    await removed();
    answers = { "deletions/undo": 409 };
    shown()!.action!.onPress();
    await vi.waitFor(() => expect(shown()).toMatchObject({ title: "Too late to undo", text: "Told so." }));
  });
});

describe("when the server cannot finish", () => {
  test.each([0, 401, 429, 503])("for now (%i), photos stay away and the device tries again", async (status) => {
    await removed();
    answers = { "deletions/finish": status };
    await ended();
    await vi.waitFor(() => expect(held.size).toBe(0));
    expect([isDoomed(), kept.size, toasts.current().length]).toEqual([true, 1, 0]);
    await finishLeftOver();
    expect(kept.size).toBe(1);
    answers = {};
    await finishLeftOver();
    expect(kept.size).toBe(0);
    expect(callsOf("deletions/finish")).toHaveLength(4);
  });

  test.each([403, 404])("for good (%i), photos come back and it is said", async (status) => {
    await removed();
    answers = { "deletions/finish": status };
    await ended();
    await vi.waitFor(() => expect(shown()).toMatchObject({ title: "The photos were not deleted", text: "Told so." }));
    expect([isDoomed(), kept.size]).toEqual([false, 0]);
  });

  test.each([403, 404])("for good (%i), what another page left is forgotten", async (status) => {
    kept.set("deletions", JSON.stringify({ other: [list] }));
    answers = { "deletions/finish": status };
    await finishLeftOver();
    expect(kept.size).toBe(0);
  });
});
