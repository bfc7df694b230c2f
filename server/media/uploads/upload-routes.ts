import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { type Serve, notSignedIn } from "../../platform/http/serve.ts";
import type { Sessions } from "../../platform/http/session.ts";
import { demandProgress, drain } from "./body.ts";
import type { DirectFlow } from "./direct.ts";
import { countIncoming, demandRoom } from "./quota.ts";
import { isSigned, uploadAddress } from "./upload-address.ts";
import type { uploadStore } from "./upload-store.ts";
import { type UploadParts, largestOf, receiveUpload, refuse, tooLarge, uploadUsed } from "./uploads.ts";

interface Parts extends Omit<UploadParts, "store"> {
  readonly store: ReturnType<typeof uploadStore>;
  readonly sessions: Sessions;
  readonly key: () => Promise<Buffer>;
  readonly rateLimits: boolean;
  readonly direct: DirectFlow;
  /** The most bytes that a file said to be of this type may have. */
  readonly mostBytes: (fileType: string | undefined) => number;
  /** Called when bytes are about to come. */
  readonly warm: () => void;
}

/** A whole group on one connection, each with a full phone. */
const perMinute = 1200;

const signed = /^\?expires=(\d{1,16})&signature=([\w-]{1,100})$/;

export function uploadRoutes(app: FastifyInstance, serve: Serve, parts: Parts): void {
  const { sessions, store, key } = parts;
  const incoming = countIncoming();

  serve.call(
    "POST /api/objects/upload",
    async ({ viewer, body }) => {
      if (body?.as !== undefined && body.as !== viewer.id) throw notSignedIn();
      const most = parts.mostBytes(body?.fileType);
      if ((body?.size ?? 0) > most) throw new Problem("too_large", tooLarge(most).sentence);
      const ofStore = await parts.direct.addressFor(viewer.id, body ?? {});
      if (ofStore !== null) return { uploadURL: ofStore };
      parts.warm();
      return { uploadURL: uploadAddress(await key(), { id: newId(), userId: viewer.id }, Date.now()) };
    },
    { limit: { max: perMinute, perMinutes: 1 } },
  );

  /** The upload that this address allows this session, or the reason why not; `leave` when it is over. */
  async function admit(request: FastifyRequest<{ Params: { id: string } }>) {
    const session = sessions.tokenHashOf(request);
    if (!session) throw notSignedIn();
    const [, expires, signature] = signed.exec(request.url.slice(request.url.indexOf("?"))) ?? [];
    if (!expires || !signature) throw badSignature();
    const { id } = request.params;
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw notFound();
    const gate = await store.gate(session, id);
    if (!gate) throw notSignedIn();
    const upload = { id, userId: gate.userId };
    if (!isSigned(await key(), upload, Number(expires), signature)) throw badSignature();
    if (gate.isUsed) throw uploadUsed();
    if (Number(expires) < Date.now()) {
      throw new Problem("upload_expired", "This upload address is too old. Please start the upload again.");
    }
    const largest = largestOf(parts);
    // Who does not say how much will come may bring the most.
    const announced = Math.min(Number(request.headers["content-length"] ?? largest), largest);
    demandRoom(incoming.with(upload.userId, gate.load), announced, largest);
    return { upload, leave: incoming.begin(upload.userId, announced) };
  }

  async function receive(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
    const body = request.raw;
    let leave = () => {};
    try {
      const admitted = await admit(request);
      ({ leave } = admitted);
      const { upload } = admitted;
      const most = largestOf(parts);
      if (Number(request.headers["content-length"] ?? 0) > most) await refuse(parts, upload, tooLarge(most, "file"));
      demandProgress(body);
      const { sha256 } = await receiveUpload(parts, upload, body);
      return await reply.header("etag", `"${sha256}"`).send();
    } catch (error) {
      if (body.readableAborted) throw new Problem("upload_missing", "The connection broke off while uploading.");
      drain(body);
      throw error;
    } finally {
      leave();
    }
  }

  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", (_request, _payload, done) => done(null));
    raw.route<{ Params: { id: string } }>({
      method: "PUT",
      url: "/api/uploads/:id",
      config: { rawBody: true, ...(parts.rateLimits && { rateLimit: { max: perMinute, timeWindow: 60_000 } }) },
      handler: receive,
    });
  });
}

const badSignature = () =>
  new Problem("bad_signature", "This upload address is not valid for you. Please start the upload again.");
