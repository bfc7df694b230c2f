import { maxPickedItems } from "#contract/library.ts";
import type { LibraryItem } from "#contract/library.ts";
import { dataPolicy } from "../../platform/http/headers.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { imageTypes, videoTypes } from "../photos/limits.ts";
import { tooLarge } from "../uploads/uploads.ts";
import { toProblem } from "./faults.ts";
import type { Target } from "./import-store.ts";
import type { Library } from "./build.ts";
import type { Pick } from "./store.ts";

type Open = Library & { readonly isOn: true };

/** For calls that pages repeat every two seconds; a whole group may share one address. */
const highLimit = { limit: { max: 1200, perMinutes: 1 } };
const lowLimit = { limit: { max: 60, perMinutes: 1 } };

const shownTypes = new Set<string>([...imageTypes, ...videoTypes]);

/** Untrusted bytes may neither run nor load anything, and no other site may embed them. */
const safeHeaders = {
  "content-security-policy": `sandbox; ${dataPolicy}`,
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "private, max-age=600",
};

export function libraryRoutes(serve: Serve, library: Library): void {
  const open = (): Open => {
    if (!library.isOn) throw notFound("no_photo_library");
    return library;
  };
  const asTarget = ({ tripId, squadId }: { tripId?: string | undefined; squadId?: string | undefined }): Target => ({
    tripId: tripId ?? null,
    squadId: tripId ? null : (squadId ?? null),
  });
  const demandTarget = async (userId: string, asked: Parameters<typeof asTarget>[0]): Promise<Target> =>
    library.demandAlbum(userId, asTarget(asked));

  serve.call(
    "POST /api/google-photos/session",
    async ({ viewer }) => withProblems(open().selections.begin(viewer.id, maxPickedItems)),
    lowLimit,
  );
  serve.call(
    "GET /api/google-photos/session/:id",
    async ({ viewer, params }) => withProblems(open().selections.find(viewer.id, params.id)),
    highLimit,
  );
  serve.call("DELETE /api/google-photos/session/:id", async ({ viewer, params }) => {
    await open().selections.demand(viewer.id, params.id);
    await open().selections.end(viewer.id, params.id);
    return undefined;
  });
  serve.call(
    "GET /api/google-photos/media",
    async ({ viewer, query }) => {
      const { selections } = open();
      const session = await selections.demand(viewer.id, query.sessionId);
      return { mediaItems: (await withProblems(selections.list(session))).map(toLibraryItem) };
    },
    lowLimit,
  );
  serve.file(
    "GET /api/google-photos/items/:id",
    async ({ viewer, params, query, reply }) => {
      const { selections, largestBytes } = open();
      const { body, size, type } = await withProblems(selections.open(viewer.id, params.id, query.size));
      if ((size ?? 0) > largestBytes) {
        body.destroy();
        throw new Problem("too_large", tooLarge(largestBytes, "file"));
      }
      let sent = 0;
      body.on("data", (piece: Uint8Array) => (sent += piece.length) > largestBytes && body.destroy());
      body.pause();
      void reply.headers({ ...safeHeaders, ...(size !== null && { "content-length": size }) });
      return reply.type(shownTypes.has(type) ? type : "application/octet-stream").send(body);
    },
    highLimit,
  );

  serve.call(
    "POST /api/google-photos/import",
    async ({ viewer, body }) => {
      const target = await demandTarget(viewer.id, body);
      return { imports: await open().imports.begin(viewer.id, target, body.sessionId, body.itemIds) };
    },
    lowLimit,
  );
  serve.call(
    "GET /api/google-photos/import",
    async ({ viewer, query }) => {
      const target = await demandTarget(viewer.id, query);
      return { imports: await open().imports.current(viewer.id, target) };
    },
    highLimit,
  );
  serve.call("DELETE /api/google-photos/import", async ({ viewer, query }) => {
    // People who left the album may also cancel their imports.
    await open().imports.stop(viewer.id, asTarget(query));
    return undefined;
  });

  serve.call(
    "GET /api/google-photos/resync",
    async ({ viewer, query }) => {
      const target = await demandTarget(viewer.id, query);
      const { selections, imports } = open();
      await selections.demandLinked(viewer.id);
      return imports.status(viewer.id, target);
    },
    highLimit,
  );
  serve.call(
    "POST /api/google-photos/resync",
    async ({ viewer, body }) => {
      const target = await demandTarget(viewer.id, body);
      const { selections, imports } = open();
      await selections.demandLinked(viewer.id);
      return imports.resync(viewer.id, target, body.maxPhotos);
    },
    lowLimit,
  );
}

/** Turns a `LibraryFault` into a `Problem` for people. */
async function withProblems<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toProblem(error);
  }
}

const toLibraryItem = (pick: Pick): LibraryItem => ({
  id: pick.itemId,
  baseUrl: `/api/google-photos/items/${pick.id}`,
  mimeType: pick.mimeType,
  filename: pick.fileName,
  isReady: pick.isReady,
  mediaMetadata: { creationTime: pick.takenAt.toISOString(), width: pick.width, height: pick.height },
});
