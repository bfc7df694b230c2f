import { expect, test } from "vitest";
import type { Handler, Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { TaskFault } from "../processes/task.ts";
import { type PictureTask, gridQueue, isPermanent, workOnRenditions } from "./rendition-jobs.ts";

type Parts = Parameters<typeof workOnRenditions>[0];

/** What happens to a picture whose last try ends with this fault. */
async function afterLastTry(fault: TaskFault) {
  const handlers = new Map<string, Handler<PictureTask>>();
  const later: { queue: string; tasks: readonly object[] }[] = [];
  const marked: string[] = [];
  const jobs = {
    handle: (queue: Queue<PictureTask>, handler: Handler<PictureTask>) => void handlers.set(queue.name, handler),
    sendLater: async ({ name }: Queue<PictureTask>, tasks: readonly object[]) =>
      void later.push({ queue: name, tasks }),
    wake: () => {},
  } as unknown as Jobs;
  const picture = { id: "wave", fileType: "image/jpeg", isAnimated: false, renditionType: "image/jpeg" };
  const store = {
    findPictures: async () => [picture],
    markReady: async () => [],
    markFailed: async (id: string) => void marked.push(id),
  };
  const render = async () => {
    throw fault;
  };
  workOnRenditions({ jobs, store, render, activity: { tell: () => {} }, blobs: {} } as unknown as Parts);
  const job = { id: "job", task: { id: "wave" }, isLast: true };
  const failed = await handlers.get(gridQueue.name)!([job] as never);
  return { failed: [...failed.keys()], later, marked };
}

test.each([
  ["the object store is unreachable", new TaskFault("refused", "No", "away")],
  ["the server stops", new TaskFault("stopped", "No")],
])("a picture is not marked as failed when %s; it is retried later", async (_why, fault) => {
  expect(await afterLastTry(fault)).toEqual({
    failed: ["job"],
    later: [{ queue: gridQueue.name, tasks: [{ id: "wave" }] }],
    marked: [],
  });
});

test("a picture whose last try fails is marked as failed", async () => {
  const fault = new TaskFault("refused", "No", "failed");
  expect(await afterLastTry(fault)).toEqual({ failed: [], later: [], marked: ["wave"] });
});

test("a picture that takes too long is tried once more", () => {
  const overdue = new TaskFault("overdue", "No");
  expect([false, true].map((isRetry) => isPermanent({ isLast: false, isRetry }, overdue))).toEqual([false, true]);
});
