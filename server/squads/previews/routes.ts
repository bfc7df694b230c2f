// Decision 101: why the address of a picture holds a proof and not the code.
import type { FastifyInstance } from "fastify";
import { isId } from "#contract/id.ts";
import { squads } from "#contract/squads.ts";
import type { ReadOpenPicture } from "../../media/objects/read-picture.ts";
import { type PainterParts, openPainter } from "../../media/painter/open-painter.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { limitRequests } from "../../platform/http/limit-requests.ts";
import type { LinkPreview } from "../../platform/http/link-tags.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Database } from "../../schema/database.ts";
import type { Task } from "./draw.ts";
import { previewPictures } from "./pictures.ts";
import { isProof, previewOf } from "./previews.ts";
import { previewStore } from "./store.ts";

interface Parts extends PainterParts {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly readOpenPicture: ReadOpenPicture;
  readonly rateLimits: boolean;
}

/** Finds the preview of a squad's link. Null if the code is wrong or the squad does not exist. */
export type FindPreview = (id: string, invite: unknown) => Promise<LinkPreview | null>;

/** For one network address, which many people of one chat service may share. */
const limit = { max: 240, perMinutes: 1 };
const cardQuery = squads["GET /api/public/squads/:id"].query;

/** Mounts the pictures of links. */
export function previewRoutes(app: FastifyInstance, parts: Parts) {
  const store = previewStore(parts.database);
  const painter = openPainter<Task>(new URL("worker.ts", import.meta.url), "previews", parts);
  const pictures = previewPictures({ ...parts, painter, store });
  const limited = limitRequests(app, parts.rateLimits && limit);

  app.get<{ Params: { id: string; proof: string } }>("/previews/:id/:proof", limited, async (request, reply) => {
    const { id, proof } = request.params;
    const squad = isId(id) ? await store.find(id) : undefined;
    if (!squad || !isProof(squad, proof)) throw notFound();
    const picture = await pictures.ofSquad(squad);
    // As for a cover: the squad may turn private, or end its link.
    return reply
      .type("image/jpeg")
      .header("cache-control", squad.isPublic ? "public, max-age=300" : "private, max-age=300")
      .send(picture);
  });

  app.get("/previews/swellmates", limited, async (_request, reply) => {
    const picture = await pictures.ofProduct();
    return reply.type("image/jpeg").header("cache-control", "public, max-age=86400").send(picture);
  });

  const findPreview: FindPreview = async (id, invite) => {
    const { success, data } = cardQuery.safeParse({ invite });
    const squad = success && isId(id) ? await store.findOpened(id, data.invite ?? "") : undefined;
    return squad ? previewOf(squad) : null;
  };
  return { findPreview, stop: painter.stop };
}
