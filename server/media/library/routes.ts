import { mostPicked } from "#contract/library.ts";
import type { LibraryItem } from "#contract/library.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { imageTypes, videoTypes } from "../photos/limits.ts";
import { tooLarge } from "../uploads/uploads.ts";
import { toProblem } from "./faults.ts";
import type { Target } from "./import-store.ts";
import type { Library } from "./build.ts";
import type { Pick } from "./store.ts";

type Open = Library & { readonly isOn: true };

/** A whole group on one connection, each looking every two seconds. */
const often = { limit: { max: 1200, perMinutes: 1 } };
const seldom = { limit: { max: 60, perMinutes: 1 } };

const shownTypes = new Set<string>([...imageTypes, ...videoTypes]);

/** Bytes of strangers: unable to run or load anything, and shown to no other site. */
const safely = {
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "private, max-age=600",
  vary: "Cookie",
};

export function libraryRoutes(serve: Serve, library: Library): void {
  const open = (): Open => {
    if (!library.isOn) throw notFound("There is no photo library here.");
    return library;
  };
  const asTarget = ({ tripId, squadId }: { tripId?: string | undefined; squadId?: string | undefined }): Target => ({
    tripId: tripId ?? null,
    squadId: tripId ? null : (squadId ?? null),
  });
  const demandTarget = async (userId: string, asked: Parameters<typeof asTarget>[0]): Promise<Target> => {
    const target = asTarget(asked);
    await library.demandPlace(userId, target);
    return target;
  };

  serve.call(
    "POST /api/google-photos/session",
    async ({ viewer }) => said(open().selections.begin(viewer.id, mostPicked)),
    seldom,
  );
  serve.call(
    "GET /api/google-photos/session/:id",
    async ({ viewer, params }) => said(open().selections.find(viewer.id, params.id)),
    often,
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
      return { mediaItems: (await said(selections.list(session))).map(shown) };
    },
    seldom,
  );
  serve.file(
    "GET /api/google-photos/items/:id",
    async ({ viewer, params, query, reply }) => {
      const { selections, largestBytes } = open();
      const { body, size, type } = await said(selections.open(viewer.id, params.id, query.size));
      if ((size ?? 0) > largestBytes) {
        body.destroy();
        const { code, sentence } = tooLarge(largestBytes, "file");
        throw new Problem(code, sentence);
      }
      let sent = 0;
      body.on("data", (piece: Uint8Array) => (sent += piece.length) > largestBytes && body.destroy());
      body.pause();
      void reply.headers({ ...safely, ...(size !== null && { "content-length": size }) });
      return reply.type(shownTypes.has(type) ? type : "application/octet-stream").send(body);
    },
    often,
  );

  serve.call(
    "POST /api/google-photos/import",
    async ({ viewer, body }) => {
      const target = await demandTarget(viewer.id, body);
      return { imports: await open().imports.begin(viewer.id, target, body.sessionId, body.itemIds) };
    },
    seldom,
  );
  serve.call(
    "GET /api/google-photos/import",
    async ({ viewer, query }) => {
      const target = await demandTarget(viewer.id, query);
      return { imports: await open().imports.current(viewer.id, target) };
    },
    often,
  );
  serve.call("DELETE /api/google-photos/import", async ({ viewer, query }) => {
    // Also for whoever does not belong there any more.
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
    often,
  );
  serve.call(
    "POST /api/google-photos/resync",
    async ({ viewer, body }) => {
      const target = await demandTarget(viewer.id, body);
      const { selections, imports } = open();
      await selections.demandLinked(viewer.id);
      return imports.resync(viewer.id, target, body.maxPhotos);
    },
    seldom,
  );
}

/** Turns what the library answered into what a person is told. */
async function said<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toProblem(error);
  }
}

const shown = (pick: Pick): LibraryItem => ({
  id: pick.itemId,
  baseUrl: `/api/google-photos/items/${pick.id}`,
  mimeType: pick.mimeType,
  filename: pick.fileName,
  isReady: pick.isReady,
  mediaMetadata: { creationTime: pick.takenAt.toISOString(), width: pick.width, height: pick.height },
});
