import { fileURLToPath } from "node:url";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { tellPlace } from "../../platform/blobs/open-blobs.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Database } from "../../platform/db/connect.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Live } from "../../platform/live/live.ts";
import { type Child, openChild } from "../../media/processes/child.ts";
import { cleaningQueue } from "../../media/upkeep/cleaning.ts";
import { makeDemo } from "./demo.ts";
import { photos } from "./photos.ts";
import { type DrawTask, type Drawn, openReel } from "./reel.ts";
import { demoStore } from "./store.ts";

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly blobs: Blobs;
  readonly jobs: Jobs;
  readonly live: Live;
}

const megabyte = 1024 * 1024;
const drawMs = 60_000;

/** Mounts the demo's calls. The answer ends the process that draws. */
export function demoRoutes(serve: Serve, { config, database, blobs, jobs, live }: Parts): () => Promise<void> {
  const artist: Child<DrawTask, Drawn> = openChild({
    module: fileURLToPath(new URL("draw-worker.ts", import.meta.url)),
    args: [],
    env: tellPlace(config),
    atOnce: 2,
    idleMs: 2000,
    memoryBytes: 512 * megabyte,
  });
  const store = demoStore(database);
  const reel = openReel(store, photos, (task) => artist.run(task, { deadlineMs: drawMs }));

  /** Whoever asks again while theirs is being made waits for it: another set of copies would only be thrown away. */
  const making = new Map<string, Promise<unknown>>();
  async function makeOnce(userId: string) {
    for (let other = making.get(userId); other; other = making.get(userId)) await other.catch(() => {});
    const made = makeDemo({ blobs, store, reel }, userId).finally(() => making.delete(userId));
    making.set(userId, made);
    return made;
  }

  serve.call("POST /api/init-demo", async ({ viewer, repeated }) => {
    const demo = await makeOnce(viewer.id);
    if (demo) live.tell({ scope: "user", id: viewer.id, kind: "members" });
    else repeated();
    return { created: demo !== null };
  });

  serve.call("DELETE /api/demo", async ({ viewer }) => {
    const squadId = await store.remove(viewer.id);
    if (!squadId) throw notFound("There is no demo to remove.");
    live.tell({ scope: "squad", id: squadId, kind: "deleted", by: viewer.id });
    live.tell({ scope: "user", id: viewer.id, kind: "members" });
    await jobs.sendNow(cleaningQueue, [{}]);
    jobs.wake(cleaningQueue);
    return undefined;
  });

  return () => artist.stop(0);
}
