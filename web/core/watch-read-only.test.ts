import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReadOnly } from "#contract/admin.ts";
import { page } from "../ui/page.ts";
import { api } from "./api.ts";
import { readOnly } from "./read-only.ts";
import { watchReadOnly } from "./watch-read-only.ts";

const disk: ReadOnly = { since: "2026-07-04T18:20:00.000Z", message: "New disk." };
let site: ReadOnly | null = null;
let isReached = true;
let asked = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (address: string) => {
    if (address !== "/api/public/site")
      return site ? Response.json({ error: "No", code: "read_only" }, { status: 503 }) : Response.json({});
    asked += 1;
    if (!isReached) throw new TypeError("Failed to fetch");
    return Response.json({ readOnly: site });
  });
  page.onRefused = watchReadOnly;
  [site, isReached, asked] = [null, true, 0];
});
afterEach(async () => {
  site = null;
  await watchReadOnly();
  delete page.onRefused;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const write = () => api("POST /api/media/delete", { body: { ids: [] } }).catch(() => undefined);
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a page that nobody refused never asks whether the site is read-only", async () => {
  await write();
  await later(600_000);
  expect(asked).toBe(0);
});

test("a refused write shows that the site is read-only, until that is over", async () => {
  site = disk;
  await write();
  await later(0);
  expect([readOnly.current(), asked]).toEqual([disk, 1]);
  await later(30_000);
  expect([readOnly.current(), asked]).toEqual([disk, 2]);
  site = null;
  await later(30_000);
  expect([readOnly.current(), asked]).toEqual([null, 3]);
  await later(600_000);
  expect(asked).toBe(3);
});

test("a write that goes through looks at once whether it is over", async () => {
  site = disk;
  await write();
  await later(0);
  site = null;
  await write();
  await later(0);
  expect(readOnly.current()).toBeNull();
});

test("without an answer, what the page knows stands", async () => {
  site = disk;
  await write();
  await later(0);
  isReached = false;
  await later(30_000);
  expect(readOnly.current()).toEqual(disk);
  isReached = true;
  site = null;
  await later(30_000);
  expect(readOnly.current()).toBeNull();
});
