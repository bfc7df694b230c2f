import { STATUS_CODES } from "../node-http.ts";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { ProblemCode, Problem as ProblemBody } from "#contract/problems.ts";
import { BlobsUnreachable } from "../blobs/blobs.ts";
import { isUnreachable } from "../db/connect.ts";
import { callOf } from "./call-of.ts";
import { dataPolicy } from "./headers.ts";
import { Problem } from "./problem.ts";
import { logRefusal } from "./security-log.ts";

/** Turns every error into an HTTP reply. Unknown errors are logged with the request's id, and the reply tells nothing about them. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error);
  if (problem.status >= 500 && !limits.has(problem.code)) {
    const log = problem.code === "internal" ? request.log.error : request.log.warn;
    log.call(request.log, { err: error, call: callOf(request) }, problem.message);
  }
  logRefusal(request, problem);
  if (problem.extra.retryAfter !== undefined) void reply.header("retry-after", problem.extra.retryAfter);
  return reply
    .code(problem.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(bodyOf(problem));
}

/** Limits and a switch that the operator has set; reaching them is no fault. */
const limits = new Set<ProblemCode>(["squad_full", "user_full", "read_only"]);

function bodyOf({ message, code, sentence, extra: { issues, needsLinking, current } }: Problem): ProblemBody {
  return {
    error: message,
    code,
    ...sentence,
    ...(issues && { issues }),
    ...(needsLinking && { needsLinking }),
    ...(current && { current }),
  };
}

/** Answers what Node refuses before it is a request of the app: headers that are too long or too slow, or no HTTP. Closes the connection. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  // Nobody listens, or a reply has begun.
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy(error);
  const problem = clientProblems[error.code ?? ""] ?? new Problem("bad_request", "request_not_http");
  const body = JSON.stringify(bodyOf(problem));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    "content-type: application/json; charset=utf-8",
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    `content-security-policy: ${dataPolicy}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

const clientProblems: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem("headers_too_long", "headers_too_long"),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem("timed_out", "request_too_late"),
};

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // A URL that cannot be decoded, or an id beyond every length.
  if (isFastifyError(error) && ["FST_ERR_BAD_URL", "FST_ERR_MAX_PARAM_LENGTH"].includes(error.code))
    return new Problem("not_found", "not_found");
  // Checked before the database's errors: a client that disconnects causes the same code as a broken database connection.
  if (isFastifyError(error)) return fromFastify(error);
  if (isUnreachable(error))
    return new Problem("unavailable", "database_unreachable", {
      retryAfter: 2,
    });
  if (error instanceof BlobsUnreachable) return storeUnreachable();
  if (isFullDisk(error)) return new Problem("storage_full", "storage_full");
  if (refersToNothing(error)) return new Problem("not_found", "parent_deleted");
  return new Problem("internal", "internal");
}

const storeUnreachable = () =>
  new Problem("unavailable", "file_store_unreachable", {
    retryAfter: 2,
  });

/** A foreign key violation: the row refers to another one that was just deleted, such as the trip or the account. */
const refersToNothing = (error: unknown) => error instanceof Error && "code" in error && error.code === "23503";

const isFullDisk = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === "53100");

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && "statusCode" in error && "code" in error;

function fromFastify(error: FastifyError): Problem {
  switch (error.statusCode) {
    case 413:
      return new Problem("too_long", "request_too_large");
    case 415:
      return new Problem("not_json", "request_not_json");
    case 429:
      return new Problem("too_many_requests", "too_many_attempts");
    case 503:
      return new Problem("unavailable", "server_busy", { retryAfter: 2 });
    case 400:
      return new Problem("invalid_json", "request_broken_json");
    case 404:
      return new Problem("not_found", "not_found");
    default:
      return new Problem("internal", "internal");
  }
}
