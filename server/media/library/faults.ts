import { Problem, needsLinking, notFound } from "../../platform/http/problem.ts";

/** How Google Photos can fail us. `token`: it did not take the token. `gone`: the session or the address has ended. */
export type FaultKind = "token" | "scope" | "unfinished" | "gone" | "busy" | "down" | "foreign";

/** An answer of Google Photos that is none we can use. */
export class LibraryFault extends Error {
  readonly kind: FaultKind;
  /** Milliseconds to wait, where it said so. */
  readonly waitMs: number | undefined;
  constructor(kind: FaultKind, message: string, waitMs?: number) {
    super(message);
    this.kind = kind;
    this.waitMs = waitMs;
  }
}

/** What fails only now. */
export const isPassing = (error: unknown): error is LibraryFault =>
  error instanceof LibraryFault && (error.kind === "busy" || error.kind === "down");

/** The refusal that a person is told of it; anything else comes back as it is. */
export function toProblem(error: unknown): unknown {
  if (!(error instanceof LibraryFault)) return error;
  switch (error.kind) {
    case "token":
    case "scope":
      return needsLinking();
    case "unfinished":
      return new Problem("conflict", "Nothing was picked in Google Photos yet.");
    case "gone":
      return selectionEnded();
    case "busy":
      return new Problem("too_many_requests", "Google Photos asks us to slow down. Please try again in a minute.", {
        retryAfter: 60,
      });
    default:
      return new Problem("unavailable", "Google Photos does not answer right now. Please try again in a moment.", {
        retryAfter: 5,
      });
  }
}

export const selectionEnded = () => notFound("This selection has ended. Please choose your photos again.");
