import { Problem, needsLinking, notFound } from "../../platform/http/problem.ts";

/**
 * How Google Photos can fail. `token`: it rejects the token. `scope`: the token lacks a permission. `unfinished`: nothing is picked yet.
 * `gone`: the session or address has expired. `foreign`: a reply or address that we do not accept.
 */
export type FaultKind = "token" | "scope" | "unfinished" | "gone" | "busy" | "down" | "foreign";

/** A call to Google Photos that failed. */
export class LibraryFault extends Error {
  readonly kind: FaultKind;
  /** The milliseconds of its Retry-After header, if any. */
  readonly waitMs: number | undefined;
  constructor(kind: FaultKind, message: string, waitMs?: number) {
    super(message);
    this.kind = kind;
    this.waitMs = waitMs;
  }
}

/** Whether a retry may succeed. */
export const isTemporary = (error: unknown): error is LibraryFault =>
  error instanceof LibraryFault && (error.kind === "busy" || error.kind === "down");

/** Turns a `LibraryFault` into a `Problem` for people; returns any other error unchanged. */
export function toProblem(error: unknown): unknown {
  if (!(error instanceof LibraryFault)) return error;
  switch (error.kind) {
    case "token":
    case "scope":
      return needsLinking();
    case "unfinished":
      return new Problem("conflict", "nothing_picked");
    case "gone":
      return selectionEnded();
    case "busy":
      return new Problem("too_many_requests", "library_busy", {
        retryAfter: 60,
      });
    default:
      return new Problem("unavailable", "library_unreachable", {
        retryAfter: 5,
      });
  }
}

export const selectionEnded = () => notFound("selection_ended");
