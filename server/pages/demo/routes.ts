import type { Ground } from "../../schema/ground.ts";
import { limitRequests } from "../../platform/http/limit-requests.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { removeFilesSoon } from "../../media/upkeep/cleaning.ts";
import { endOldDemos, makeDemo, storeSharedFiles } from "./demo.ts";
import { exampleNight } from "./example-night.ts";
import { readPhotoFacts, readPhotoPart } from "./photo-files.ts";
import { demoStore } from "./store.ts";

type Parts = Pick<Ground, "app" | "config" | "database" | "activity" | "jobs" | "blobs">;

/** Photos that one network address may ask for, which many people may share. */
const limit = { max: 600, perMinutes: 1 };
const hourLong = "public, max-age=3600";

/** Mounts the demo's calls. `start` prepares the store in the background, for the first newcomer. */
export function demoRoutes(serve: Serve, { app, config, database, blobs, jobs, activity }: Parts) {
  const store = demoStore(database);

  /** The demos in the making. A second call of the same person waits, because its copies would only be thrown away. */
  const making = new Map<string, Promise<unknown>>();
  async function makeOnce(userId: string) {
    for (let other = making.get(userId); other; other = making.get(userId)) await other.catch(() => {});
    const made = makeDemo({ blobs, store }, userId).finally(() => making.delete(userId));
    making.set(userId, made);
    return made;
  }

  serve.call("POST /api/init-demo", async ({ viewer, repeated }) => {
    const demo = await makeOnce(viewer.id);
    if (demo) activity.tell("squad_created", { person: viewer.id });
    else repeated();
    return { created: demo !== null };
  });

  async function remove(userId: string): Promise<boolean> {
    const squadId = await store.remove(userId);
    if (!squadId) return false;
    activity.tell("squad_deleted", { squad: squadId, person: userId });
    return true;
  }

  serve.call("DELETE /api/demo", async ({ viewer }) => {
    if (!(await remove(viewer.id))) throw notFound("no_demo");
    await removeFilesSoon(jobs);
    return undefined;
  });

  serve.bySession("GET /api/public/night", async ({ reply }) => {
    void reply.header("cache-control", hourLong);
    return exampleNight();
  });

  const limited = limitRequests(app, config.rateLimits && limit);
  app.get<{ Params: { name: string } }>("/example/:name", limited, async (request, reply) => {
    const { name } = request.params;
    if (!Object.hasOwn(await readPhotoFacts(), name)) throw notFound("photo_not_found");
    return reply
      .type("image/jpeg")
      .header("cache-control", hourLong)
      .send(await readPhotoPart(name, "medium"));
  });

  const stopping = new AbortController();
  let storing: Promise<void> | undefined;
  return {
    start() {
      // A demo repeats what failed here.
      storing = storeSharedFiles(blobs, stopping.signal).catch(() => {});
    },
    /** Removes the demos whose days are over. The next clean-up removes their files. */
    forgetExpired: () => endOldDemos(store, remove),
    async stop() {
      stopping.abort();
      await storing;
    },
  };
}
