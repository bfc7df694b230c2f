import { ApiError } from "../api.ts";
import type { UploadState } from "./upload-list.ts";

/** What the upload of one file needs of the world. */
export interface UploadPorts {
  /** A fresh address for bytes; each works once. */
  readonly askAddress: (signal: AbortSignal) => Promise<string>;
  readonly putBytes: (
    address: string,
    file: File,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Makes the bytes at an address a photo. Asking again for the same address answers the same photo. */
  readonly register: (address: string, file: File, signal: AbortSignal) => Promise<{ readonly duplicate?: boolean }>;
  /** Resolves after so many milliseconds, and not before there is a connection. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Before the second, third and fourth try, in milliseconds. */
const pauses = [1000, 3000, 5000] as const;
/** A server that asks for more patience than this is asked by hand. */
const mostPatienceMs = 60_000;

const passing = new Set(["offline", "timeout", "unavailable", "internal", "too_many_requests"]);
const spoilt = new Set(["upload_missing", "upload_expired", "upload_used", "bad_signature"]);
const hopeless = new Set(["too_large", "unsupported_type", "broken_file", "forbidden", "not_found", "invalid_input"]);

/**
 * Uploads one file: asks for an address, puts the bytes there, registers them. What a short wait can mend is
 * tried again by itself; a registration whose answer was lost is asked for again and not sent again. Ends in
 * `done` or `failed`; rejects only with the reason of `signal`.
 */
export async function uploadOne(
  file: File,
  ports: UploadPorts,
  tell: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<void> {
  const patiently = <T>(canMend: (error: ApiError) => boolean, work: () => Promise<T>) =>
    withPatience(work, canMend, ports, tell, signal);
  try {
    let isSent = false;
    // Once the bytes are sent, only a spoilt address makes them go again.
    const canSendAgain = ({ code }: ApiError) => (isSent ? spoilt : passing).has(code);
    const { duplicate } = await patiently(canSendAgain, async () => {
      isSent = false;
      tell({ kind: "sending", share: 0 });
      const address = await ports.askAddress(signal);
      await ports.putBytes(address, file, (share) => tell({ kind: "sending", share }), signal);
      isSent = true;
      return await patiently(
        ({ code }) => passing.has(code),
        () => {
          tell({ kind: "saving" });
          return ports.register(address, file, signal);
        },
      );
    });
    tell({ kind: "done", isDuplicate: duplicate === true });
  } catch (error) {
    signal.throwIfAborted();
    const { code = "internal", message: sentence = unknownTrouble } = error instanceof ApiError ? error : {};
    tell({ kind: "failed", sentence, mayRetry: !hopeless.has(code) });
  }
}

const unknownTrouble = "Something went wrong. Please try again.";

async function withPatience<T>(
  work: () => Promise<T>,
  canMend: (error: ApiError) => boolean,
  { pause }: UploadPorts,
  tell: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const wait = pauses[tries];
      if (wait === undefined || !(error instanceof ApiError) || !canMend(error)) throw error;
      const asked = (error.retryAfter ?? 0) * 1000;
      if (asked > mostPatienceMs) throw error;
      tell({ kind: "pausing", sentence: error.message });
      await pause(Math.max(wait, asked), signal);
    }
  }
}
