import { ApiError } from "../../core/api.ts";
import { retryDelay } from "../../core/retry-delay.ts";
import type { ResumePoint, UploadState } from "./upload-list.ts";

/** What the upload of one file needs of the world. */
export interface UploadPorts {
  /** Whether the place has the file already. */
  readonly isKnown: (signal: AbortSignal) => Promise<boolean>;
  /** A fresh address for its bytes. */
  readonly askAddress: (signal: AbortSignal) => Promise<string>;
  /** Whether an address takes the same file, or the rest of it, once more; otherwise each works once. */
  readonly keeps: (address: string) => boolean;
  readonly putBytes: (address: string, onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>;
  /** Makes the bytes at an address a photo. Asking again for the same address answers the same photo. */
  readonly register: (address: string, signal: AbortSignal) => Promise<{ readonly duplicate?: boolean | undefined }>;
  /** Resolves after so many milliseconds, and not before there is a connection. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Whether the session is still that of whoever chose the file. */
  readonly isStillMe: () => Promise<boolean>;
  /** What was known of the bytes may be wrong: it is made anew from them. */
  readonly distrust: () => void;
  /** Keeps how far it got for whoever goes on. */
  readonly remember: (point: ResumePoint) => void;
}

/** After so many tries in a row, a fault of the server is left to the person. */
const mostFaults = 3;
/** A file that was sent so often in vain will not fit the next time either: each of them may be half a gigabyte of somebody's data. */
const mostSpoilt = 3;
/** A server that asks for more patience than this is asked by hand. */
const mostPatienceMs = 60_000;

/** Passes by itself, sooner or later. */
const passing = new Set(["offline", "timeout", "unavailable", "too_many_requests", "not_signed_in"]);
const spoilt = new Set(["upload_missing", "upload_expired", "upload_used", "bad_signature"]);
const hopeless = new Set(["too_large", "unsupported_type", "broken_file", "forbidden", "not_found", "invalid_input"]);

const loggedOut = "You are logged out. Log in again, and this goes on by itself.";
const placeGone = "The place for this photo is gone, or you are no longer part of it.";

/**
 * Uploads one file: asks whether it is there, asks for an address, puts the bytes there, registers them. What waiting can mend is tried
 * again by itself; a registration whose answer was lost is asked for again and not sent again. Ends in `done` or `failed`; rejects only
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
  let timesSpoilt = 0;
  let best = 0;
  let isAsking = false;
  const remember = () => ports.remember({ address, isSent });
  const progress = (share: number) => {
    // A line that carries a little each time gets as many tries as it needs.
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
      if (address === undefined || !ports.keeps(address)) {
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
      const trouble = await named(error, ports);
      const { code } = trouble;
      if (spoilt.has(code)) {
        [address, isSent, best] = [undefined, false, 0];
        remember();
        timesSpoilt += 1;
        ports.distrust();
      }
      const asked = (trouble.retryAfter ?? 0) * 1000;
      const isWaiting = passing.has(code);
      const mayPass = isWaiting || (spoilt.has(code) && timesSpoilt < mostSpoilt) || code === "internal";
      if (!mayPass || asked > mostPatienceMs || (!isWaiting && tries >= mostFaults))
        return tell({
          kind: "failed",
          sentence: isAsking ? `Failed to get upload URL. ${trouble.message}` : trouble.message,
          mayRetry: !hopeless.has(code),
        });
      tell({ kind: "pausing", sentence: trouble.message, share: best });
      await ports.pause(Math.max(retryDelay(Math.max(tries, timesSpoilt - 1)), asked), signal);
      tries += 1;
    }
  }
}

/** What went wrong, in words for whoever waits for it. */
async function named(error: unknown, { isStillMe }: UploadPorts): Promise<ApiError> {
  if (!(error instanceof ApiError)) return new ApiError(0, "conflict", unknownTrouble);
  const isHidden = error.code === "not_found" || error.code === "forbidden";
  // Hidden from whoever is logged in now, perhaps, and not from who chose the file.
  if (error.code === "not_signed_in" || (isHidden && !(await isStillMe())))
    return new ApiError(error.status, "not_signed_in", loggedOut);
  return isHidden ? new ApiError(error.status, error.code, placeGone) : error;
}

const unknownTrouble = "Something went wrong. Please try again.";
