import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isId } from "#contract/id.ts";
import { newId } from "../../platform/db/id.ts";
import { limitRequests } from "../../platform/http/limit-requests.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { type Serve, notSignedIn } from "../../platform/http/serve.ts";
import { noteAccount } from "../../platform/http/security-log.ts";
import type { Sessions } from "../../platform/http/session.ts";
import { demandProgress, drain } from "./body.ts";
import type { DirectFlow } from "./direct.ts";
import { type Incoming, type UploadLimits, demandRoom } from "./quota.ts";
import { isSigned, uploadAddress } from "./upload-address.ts";
import type { uploadStore } from "./upload-store.ts";
import {
  type DemandPlace,
  type UploadParts,
  largestOf,
  receiveUpload,
  refuse,
  tooLarge,
  uploadUsed,
} from "./uploads.ts";

interface Parts extends Omit<UploadParts, "store"> {
  readonly store: ReturnType<typeof uploadStore>;
  readonly sessions: Sessions;
  readonly key: () => Promise<Buffer>;
  readonly rateLimits: boolean;
  readonly direct: DirectFlow;
  /** The size limit of a file of this type. */
  readonly maxBytesOf: (fileType: string | undefined) => number;
  readonly demandPlace: DemandPlace;
  readonly limits: UploadLimits;
  readonly incoming: Incoming;
  /** Called before bytes arrive. */
  readonly warm: () => void;
}

/** For one address, which a whole group with full phones may share. */
const perMinute = 1200;

const signed = /^\?expires=(\d{1,16})&signature=([\w-]{1,100})$/;

export function uploadRoutes(app: FastifyInstance, serve: Serve, parts: Parts): void {
  const { sessions, store, key, incoming } = parts;

  serve.call(
    "POST /api/objects/upload",
    async ({ viewer, body }) => {
      const maxBytes = parts.maxBytesOf(body?.fileType);
      if ((body?.size ?? 0) > maxBytes) throw new Problem("too_large", tooLarge(maxBytes));
      await parts.demandPlace(viewer.id, body ?? {});
      const directAddress = await parts.direct.addressFor(viewer.id, body ?? {});
      if (directAddress !== null) return { uploadURL: directAddress };
      parts.warm();
      return { uploadURL: uploadAddress(await key(), { id: newId(), userId: viewer.id }, Date.now()) };
    },
    { limit: { max: perMinute, perMinutes: 1 } },
  );

  /** Checks address, session and quota of an upload. The caller calls `countOut` when the request ends. */
  async function admit(request: FastifyRequest<{ Params: { id: string } }>) {
    const session = sessions.tokenHashOf(request);
    if (!session) throw notSignedIn();
    const { id } = request.params;
    if (!isId(id)) throw notFound();
    const [, expires, signature] = signed.exec(request.url.slice(request.url.indexOf("?"))) ?? [];
    if (!expires || !signature) throw badSignature();
    const gate = await store.gate(session, id);
    if (!gate) throw notSignedIn();
    noteAccount(request, gate.userId);
    const upload = { id, userId: gate.userId };
    if (!isSigned(await key(), upload, Number(expires), signature)) throw badSignature();
    if (gate.isUsed) throw uploadUsed();
    if (Number(expires) < Date.now()) {
      throw new Problem("upload_expired", "upload_address_too_old");
    }
    const largest = largestOf(parts);
    // Without a Content-Length the largest file is assumed.
    const announced = Math.min(Number(request.headers["content-length"] ?? largest), largest);
    demandRoom(incoming.with(upload.userId, gate.load), announced, parts.limits);
    return { upload, countOut: incoming.begin(upload.userId, announced) };
  }

  async function receive(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
    const body = request.raw;
    let countOut = () => {};
    try {
      const admitted = await admit(request);
      ({ countOut } = admitted);
      const { upload } = admitted;
      const maxBytes = largestOf(parts);
      if (Number(request.headers["content-length"] ?? 0) > maxBytes)
        await refuse(parts, upload, tooLarge(maxBytes, "file"));
      await parts.pace.turn(upload.userId);
      demandProgress(body);
      const { sha256 } = await receiveUpload(parts, upload, body);
      return await reply.header("etag", `"${sha256}"`).send();
    } catch (error) {
      if (body.readableAborted) throw new Problem("upload_missing", "upload_broke_off");
      drain(body);
      throw error;
    } finally {
      countOut();
    }
  }

  const limit = limitRequests(app, parts.rateLimits && { max: perMinute, perMinutes: 1 });
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", (_request, _payload, done) => done(null));
    raw.route<{ Params: { id: string } }>({
      method: "PUT",
      url: "/api/uploads/:id",
      ...limit,
      config: { rawBody: true, ...limit.config },
      handler: receive,
    });
  });
}

const badSignature = () => new Problem("bad_signature", "upload_address_invalid");
