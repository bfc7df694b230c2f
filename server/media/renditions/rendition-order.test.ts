import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Handler, Jobs, Queue } from "../../platform/jobs/jobs.ts";
import type { RenderTask } from "./render.ts";
import { type PictureTask, gridQueue, heavyQueue, screenQueue, workOnRenditions } from "./rendition-jobs.ts";

type Parts = Parameters<typeof workOnRenditions>[0];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that finishes a rendition when the test calls `finish`. `begun` lists the started ones, as `photo thumb`. */
function world() {
  const handlers = new Map<string, Handler<PictureTask>>();
  const begun: string[] = [];
  const underWay = new Map<string, () => void>();
  const jobs = {
    handle: (queue: Queue<PictureTask>, handler: Handler<PictureTask>) => void handlers.set(queue.name, handler),
    sendNow: async () => {},
    wake: () => {},
  } as unknown as Jobs;
  const picture = (id: string) => ({ id, fileType: "image/jpeg", isAnimated: false, width: 4000, height: 3000 });
  const store = {
    findPictures: async (ids: readonly string[]) => ids.map(picture),
    markReady: async (made: readonly { id: string }[]) => made.map(({ id }) => id),
    markFailed: async () => {},
  };
  const render = ({ id, sizes }: RenderTask) => {
    begun.push(`${id} ${sizes.join()}`);
    return new Promise((done) => underWay.set(id, () => done({ placeholder: null, shown: null })));
  };
  workOnRenditions({ jobs, store, render, activity: { tell: () => {} }, blobs: {} } as unknown as Parts);
  return {
    begun,
    work: (queue: Queue<PictureTask>, id: string) =>
      void handlers.get(queue.name)!([{ id: `job of ${id}`, task: { id }, isLast: false, isRetry: false }]),
    async finish(id: string) {
      underWay.get(id)!();
      await vi.advanceTimersByTimeAsync(0);
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

test.each([gridQueue, heavyQueue])("larger renditions wait while thumbnails are made ($name)", async (queue) => {
  const { begun, work, finish, pass } = world();
  await pass(1000);
  work(queue, "small");
  work(screenQueue, "larger");
  await pass(5000);
  expect(begun).toEqual(["small thumb"]);
  await finish("small");
  // More thumbnails may follow.
  await pass(350);
  expect(begun).toEqual(["small thumb"]);
  await pass(250);
  expect(begun).toEqual(["small thumb", "larger large,medium"]);
});

test("frequent thumbnails delay a larger rendition by at most twenty seconds", async () => {
  const { begun, work, finish, pass } = world();
  await pass(1000);
  work(screenQueue, "first");
  await pass(0);
  // No thumbnail is in the making, so it starts at once.
  expect(begun).toEqual(["first large,medium"]);
  await finish("first");

  const small = async (n: number) => {
    work(gridQueue, `small ${n}`);
    await pass(50);
    await finish(`small ${n}`);
  };
  await small(0);
  work(screenQueue, "second");
  // A thumbnail every quarter of a second.
  for (let n = 1; n < 76; n++) {
    await small(n);
    await pass(200);
  }
  expect(begun.filter((one) => one.startsWith("second"))).toEqual([]);
  for (let n = 76; n < 82; n++) {
    await small(n);
    await pass(200);
  }
  expect(begun).toContain("second large,medium");
});

test("each larger rendition waits for thumbnails again", async () => {
  const { begun, work, finish, pass } = world();
  await pass(1000);
  work(screenQueue, "first");
  await pass(0);
  work(gridQueue, "small");
  await finish("first");
  work(screenQueue, "second");
  await pass(3000);
  expect(begun).toEqual(["first large,medium", "small thumb"]);
  await finish("small");
  await pass(600);
  expect(begun.at(-1)).toBe("second large,medium");
});
