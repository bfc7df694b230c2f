import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isId } from "#contract/id.ts";
import { newId } from "../../platform/db/id.ts";
import { limitRequests } from "../../platform/http/limit-requests.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { type Serve, notSignedIn } from "../../platform/http/serve.ts";
import { noteAccount } from "../../platform/http/security-log.ts";
import type { Sessions } from "../../platform/http/session.ts";
import { demandProgress, drain } from "./body.ts";
import type { Pace } from "./pace.ts";
import type { Pieces, PiecesUpload } from "./pieces.ts";
import type { piecesStore } from "./pieces-store.ts";
import { type DemandPlace, tooLarge } from "./uploads.ts";

interface Parts {
  readonly pieces: Pieces;
  readonly store: ReturnType<typeof piecesStore>;
  readonly sessions: Sessions;
  /** The size limit of a file of this type. */
  readonly maxBytesOf: (fileType: string | undefined) => number;
  readonly demandPlace: DemandPlace;
  /** Takes up the room of an upload whose pieces follow. Throws if the person has none. */
  readonly announce: (upload: Parameters<ReturnType<typeof piecesStore>["create"]>[0]) => Promise<void>;
  readonly rateLimits: boolean;
  readonly pace: Pace;
  readonly warm: () => void;
}

type Asked = FastifyRequest<{ Params: { id: string } }>;

const perMinute = 1200;

/** Uploads in pieces: calls of the contract create and cancel them, the core of tus 1.0 (HEAD and PATCH) fills them. */
export function piecesRoutes(app: FastifyInstance, serve: Serve, parts: Parts): void {
  const { pieces, store, sessions } = parts;

  serve.call(
    "POST /api/uploads",
    async ({ viewer, body: { size, fileType, sha256, tripId, squadId } }) => {
      const maxBytes = parts.maxBytesOf(fileType);
      if (size > maxBytes) throw new Problem("too_large", tooLarge(maxBytes));
      await parts.demandPlace(viewer.id, { size, tripId, squadId });
      const upload = { id: newId(), userId: viewer.id, size, sha256 };
      await parts.announce(upload);
      return { uploadURL: `/api/uploads/${upload.id}` };
    },
    { limit: { max: perMinute, perMinutes: 1 } },
  );

  serve.call("DELETE /api/uploads/:id", async ({ viewer, params }) => {
    if (!(await store.remove(params.id, viewer.id))) throw notFound();
    await pieces.forget(params.id);
    return undefined;
  });

  async function demandOwnUpload(request: Asked): Promise<PiecesUpload> {
    const session = sessions.tokenHashOf(request);
    if (!session) throw notSignedIn();
    const { id } = request.params;
    if (!isId(id)) throw notFound();
    const found = await store.find(session, id);
    if (!found) throw notSignedIn();
    noteAccount(request, found.userId);
    if (!found.upload) throw notFound();
    return found.upload;
  }

  async function sendOffset(request: Asked, reply: FastifyReply) {
    void reply.header("tus-resumable", "1.0.0");
    const upload = await demandOwnUpload(request);
    return reply
      .header("upload-offset", await pieces.arrived(upload))
      .header("upload-length", upload.size)
      .send();
  }

  async function receive(request: Asked, reply: FastifyReply) {
    const body = request.raw;
    void reply.header("tus-resumable", "1.0.0");
    try {
      const upload = await demandOwnUpload(request);
      const offset = offsetOf(request, upload);
      await parts.pace.turn(upload.userId);
      parts.warm();
      demandProgress(body);
      const arrived = await pieces.receive(upload, offset, body);
      return await reply.code(204).header("upload-offset", arrived).send();
    } catch (error) {
      if (body.readableAborted) throw new Problem("upload_missing", "upload_broke_off");
      drain(body);
      throw error;
    }
  }

  const limit = limitRequests(app, parts.rateLimits && { max: perMinute, perMinutes: 1 });
  const options = { ...limit, config: { rawBody: true, ...limit.config } };
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", (_request, _payload, done) => done(null));
    raw.route<{ Params: { id: string } }>({ method: "HEAD", url: "/api/uploads/:id", ...options, handler: sendOffset });
    raw.route<{ Params: { id: string } }>({ method: "PATCH", url: "/api/uploads/:id", ...options, handler: receive });
  });
}

/** Reads the offset of this piece; refuses a piece that cannot fit before its bytes are read. */
function offsetOf(request: Asked, { size }: PiecesUpload): number {
  if (request.headers["content-type"] !== "application/offset+octet-stream")
    throw new Problem("unsupported_type", "upload_type_of_pieces");
  const said = request.headers["upload-offset"];
  if (typeof said !== "string" || !/^\d{1,15}$/.test(said)) throw new Problem("invalid_input", "upload_offset_invalid");
  const offset = Number(said);
  if (offset > size) throw new Problem("conflict", "upload_piece_after_end");
  const length = Number(request.headers["content-length"] ?? 0);
  if (offset + length > size) throw new Problem("too_large", "upload_larger_than_announced");
  return offset;
}
