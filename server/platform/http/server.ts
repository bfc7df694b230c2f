import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import type { Config } from "../config/config.ts";
import { answerClientError, answerError } from "./errors.ts";
import { headersOf, varyByCookie } from "./headers.ts";
import { loggedError } from "./logged-error.ts";
import { refuseOtherPerson } from "./other-person.ts";
import { Problem, notFound, tooManyAttempts } from "./problem.ts";
import { logRequests, requestIdWith } from "./request-log.ts";
import { type ReadOnlySite, refuseWrites } from "./read-only.ts";
import { refuseCrossSite } from "./same-site.ts";
import type { SecurityLines } from "./security-lines.ts";
import type { Sessions } from "./session.ts";

/** The largest JSON body. Uploaded files have limits of their own. */
const maxBodyBytes = 256 * 1024;

/** Longer than any address that Node reads, so that each call answers for ids of every length. */
const maxParamLength = 64 * 1024;

/** Fastify's own lines would have addresses of people and pages. */
const serializers = { err: (error: Error) => ({ ...loggedError(error) }), req: () => ({}), res: () => ({}) };

interface Parts {
  readonly config: Config;
  readonly sessions: Sessions;
  readonly readOnly: ReadOnlySite;
  /** Gets each line of the security log. */
  readonly securityLines: SecurityLines;
  /** Takes the lines of the log in place of stdout. */
  readonly logTo?: { write(line: string): void } | undefined;
}

/** Makes an HTTP server without routes. It takes JSON only, from our own pages only, and answers errors as the contract describes them. */
export async function openServer({
  config,
  sessions,
  readOnly,
  securityLines,
  logTo,
}: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel, serializers, ...(logTo && { stream: logTo }) },
    genReqId: requestIdWith(config.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    // Trust one proxy: only the last entry of X-Forwarded-For. The sender can invent those before it.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: maxBodyBytes,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength },
    // The contract validates and serializes. Fastify's own compilers would take memory and a tenth of the start, and have nothing to do.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
    // Node would refuse the request without a body; the hook below refuses it with one.
    http: { requireHostHeader: false },
  });
  // Node would refuse an expectation that it does not know without a body. RFC 9110 allows a server to ignore it.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.decorate("securityLines", securityLines);
  app.addHook("onClose", () => securityLines.stop());
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  takeJsonOnly(app);
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => tooManyAttempts(Math.ceil(ttl / 1000)),
  });
  app.addHook("onRequest", async (request, reply) => {
    void reply.headers(headersOf(request, config));
    refuseBroken(request);
    if (!request.routeOptions.config.fromAnywhere) refuseCrossSite(request, config.publicUrl);
  });
  logRequests(app, config.logLevel);
  app.addHook("onRequest", (request) => refuseWrites(request, readOnly));
  app.addHook("onSend", async (_request, reply) => varyByCookie(reply));
  app.addHook("onRequest", (request) => refuseOtherPerson(request, sessions));
  return app;
}

function refuseBroken({ raw }: FastifyRequest) {
  if (raw.headers.host === undefined && raw.httpVersion === "1.1")
    throw new Problem("bad_request", "request_without_host");
  // The client has gone already. Nobody reads the answer, and the rate limit has no address to count.
  if (raw.socket.remoteAddress === undefined) throw new Problem("bad_request", "connection_broke_off");
}

const refuseSchema = () => () => {
  throw new Error("A route has a schema of Fastify's. Describe the call in the contract.");
};

declare module "fastify" {
  interface FastifyInstance {
    readonly securityLines: SecurityLines;
  }
  interface FastifyContextConfig {
    /** The route parses its body itself, as uploads do. */
    rawBody?: boolean;
    /** Other sites and mail providers may send this request: a token in it proves the right, and cookies do not count. */
    fromAnywhere?: boolean;
    /** The answer stays open, so how long it takes says nothing. */
    isStream?: boolean;
    /** The request passes while the site is read-only. */
    worksReadOnly?: boolean;
  }
}

/** The time in which a JSON body must arrive. It suffices for a bad phone connection; slower senders only hold connections. */
const maxBodyMs = 30_000;

/** Refuses bodies other than JSON: a form on another site cannot send JSON. An empty body counts as none. */
function takeJsonOnly(app: FastifyInstance) {
  app.removeContentTypeParser(["text/plain", "application/json"]);
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null) : parseJson(request, body, done),
  );
  app.addHook("onRequest", async (request) => {
    const type = request.headers["content-type"];
    const hasBody =
      request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
    if (!hasBody || request.routeOptions.config.rawBody) return;
    const cut = setTimeout(() => request.raw.destroy(), maxBodyMs).unref();
    request.raw.once("end", () => clearTimeout(cut)).once("close", () => clearTimeout(cut));
    if (!/^application\/json\s*(;|$)/i.test(type ?? "")) {
      throw new Problem("not_json", "request_not_json");
    }
  });
}
