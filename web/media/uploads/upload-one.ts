import { ApiError } from "../../core/api.ts";
import { retryDelay } from "../../core/retry-delay.ts";
import { isUnreadable } from "./put-bytes.ts";
import type { ResumePoint, UploadState } from "./upload-list.ts";

/** What `uploadOne` asks of the server and the browser. */
export interface UploadPorts {
  /** Whether the trip or squad has the file already. */
  readonly isKnown: (signal: AbortSignal) => Promise<boolean>;
  /** Returns a new address for the bytes. */
  readonly askAddress: (signal: AbortSignal) => Promise<string>;
  /** Whether an address can be used for another try. */
  readonly isReusable: (address: string) => boolean;
  readonly putBytes: (address: string, onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>;
  /** Makes the bytes at an address a photo. A second call for the same address returns the same photo. */
  readonly register: (address: string, signal: AbortSignal) => Promise<{ readonly duplicate?: boolean | undefined }>;
  /** Resolves after `ms` milliseconds, but not before there is a connection. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Whether the person who chose the file is still signed in. */
  readonly isSamePerson: () => Promise<boolean>;
  /** Has the checksum computed again, because it may be wrong. */
  readonly forgetSum: () => void;
  /** Stores how far the upload is, for another try or page. */
  readonly remember: (point: ResumePoint) => void;
}

/** After this many server faults in a row the person decides about another try. */
const maxFaults = 4;
/** A file is sent this many times at most, since each time may cost half a gigabyte of mobile data. */
const maxSends = 3;
/** If the server asks for a longer wait, the person decides about another try. */
const maxRetryAfterMs = 60_000;

/** These problems end by themselves. */
const temporary = new Set(["offline", "timeout", "unavailable", "read_only", "too_many_requests", "not_signed_in"]);
/** After these the bytes have to be sent again, to a new address. */
const lost = new Set(["upload_missing", "upload_expired", "upload_used", "bad_signature"]);
/** After these another try cannot help. */
const final = new Set(["too_large", "unsupported_type", "broken_file", "forbidden", "not_found", "invalid_input"]);

/** There is no room for the file until somebody deletes others. */
const full = new Set(["squad_full", "user_full"]);

const loggedOut = "You are logged out. Log in again, and this goes on by itself.";
const scopeGone = "The place for this photo is gone, or you are no longer part of it.";

/**
 * Uploads one file: asks whether the trip or squad has it, asks for an address, sends the bytes there and registers them. Waits and
 * tries again where that helps; after a lost reply it registers again without sending again. Ends in `done` or `failed`; rejects only
 * with the reason of `signal`.
 */
export async function uploadOne(
  ports: UploadPorts,
  tell: (state: UploadState) => void,
  signal: AbortSignal,
  start: ResumePoint = {},
): Promise<void> {
  let { address, isSent = false } = start;
  let tries = 0;
  let sends = 0;
  let best = 0;
  let isAsking = false;
  const remember = () => ports.remember({ address, isSent });
  const progress = (share: number) => {
    // As long as each try brings the upload further, there are more tries.
    if (share > best) [best, tries] = [share, 0];
    tell({ kind: "sending", share });
  };

  const step = async (): Promise<boolean> => {
    isAsking = false;
    if (!isSent) {
      if (address === undefined) {
        tell({ kind: "checking" });
        if (await ports.isKnown(signal)) return true;
      }
      tell({ kind: "sending", share: best });
      if (address === undefined || !ports.isReusable(address)) {
        isAsking = true;
        address = await ports.askAddress(signal);
        isAsking = false;
        remember();
      }
      await ports.putBytes(address, progress, signal);
      isSent = true;
      remember();
    }
    tell({ kind: "saving" });
    const { duplicate } = await ports.register(address!, signal);
    return duplicate === true;
  };

  for (;;) {
    try {
      const isDuplicate = await step();
      return tell({ kind: "done", isDuplicate });
    } catch (error) {
      signal.throwIfAborted();
      const problem = await explain(error, ports);
      const { code } = problem;
      if (lost.has(code)) {
        [address, isSent, best] = [undefined, false, 0];
        remember();
        sends += 1;
        ports.forgetSum();
      }
      const retryAfterMs = (problem.retryAfter ?? 0) * 1000;
      const isTemporary = temporary.has(code);
      const mayHelp = isTemporary || (lost.has(code) && sends < maxSends) || code === "internal";
      if (!mayHelp || retryAfterMs > maxRetryAfterMs || (!isTemporary && tries >= maxFaults))
        return tell({
          kind: "failed",
          sentence: isAsking && !full.has(code) ? `Failed to get upload URL. ${problem.message}` : problem.message,
          mayRetry: !final.has(code),
          ...(isUnreadable(problem) && { isUnreadable: true }),
          ...((code === "forbidden" || code === "not_found") && { isForAll: true }),
        });
      tell({ kind: "pausing", sentence: problem.message, share: best });
      await ports.pause(Math.max(retryDelay(Math.max(tries, sends - 1)), retryAfterMs), signal);
      tries += 1;
    }
  }
}

/** Turns an error into one whose sentence the person understands. */
async function explain(error: unknown, { isSamePerson }: UploadPorts): Promise<ApiError> {
  if (!(error instanceof ApiError)) return new ApiError(0, "conflict", unknownProblem);
  const isHidden = error.code === "not_found" || error.code === "forbidden";
  // Another person may be signed in now, who cannot see the trip.
  if (error.status === 401 || (isHidden && !(await isSamePerson())))
    return new ApiError(error.status, "not_signed_in", loggedOut);
  return isHidden && error.key !== "photos_for_expected_only"
    ? new ApiError(error.status, error.code, scopeGone)
    : error;
}

const unknownProblem = "Something went wrong. Please try again.";
