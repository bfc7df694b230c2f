import { ApiError } from "../../core/api.ts";
import { within } from "../../core/within.ts";
import { firstPieceBytes, nextPiece } from "./connection-speed.ts";
import { brokenOff, sendBytes } from "./put-bytes.ts";

/** Larger files travel in pieces, so that a broken line costs no more than the last one. */
export const mostInOneBytes = 10_485_760;

const timeoutMs = 20_000;

/**
 * Sends what the server does not have yet of a file to the address of an upload in pieces (tus 1.0: HEAD and PATCH). `onProgress` hears
 * the share that is there. Rejects with an `ApiError`, or with the reason of `signal`; what has arrived stays there for a day.
 */
export async function sendPieces(
  url: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let offset = await arrivedOf(url, file.size, signal);
  let piece = firstPieceBytes;
  do {
    const body = file.slice(offset, offset + piece);
    const from = offset;
    const startedAt = performance.now();
    onProgress(from / file.size);
    const request = await sendBytes({
      method: "PATCH",
      url,
      body,
      headers: {
        "content-type": "application/offset+octet-stream",
        "tus-resumable": "1.0.0",
        "upload-offset": String(from),
      },
      onSent: (bytes) => onProgress((from + bytes) / file.size),
      signal,
    }).catch((error: unknown) => {
      // It has more or fewer than we thought, or none any more.
      if (error instanceof ApiError && error.code === "conflict") throw brokenOff();
      throw error instanceof ApiError && error.code === "not_found" ? gone() : error;
    });
    offset = Number(request.getResponseHeader("upload-offset"));
    piece = nextPiece(piece, performance.now() - startedAt);
  } while (offset < file.size);
}

/** How many bytes the server has. */
async function arrivedOf(url: string, size: number, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, {
    method: "HEAD",
    headers: { "tus-resumable": "1.0.0" },
    signal: within(timeoutMs, signal),
  }).catch(() => {
    signal.throwIfAborted();
    throw brokenOff();
  });
  const offset = Number(response.headers.get("upload-offset") ?? Number.NaN);
  if (response.ok && Number.isInteger(offset)) return offset;
  if (response.status === 404) throw gone();
  if (response.status === 401) throw new ApiError(401, "not_signed_in", "Please log in first.");
  // It was refused when it was whole; asking for its end brings the reason.
  if ([413, 415, 422].includes(response.status)) return size;
  throw new ApiError(response.status, "unavailable", "We cannot take photos right now. Please try again in a moment.");
}

const gone = () => new ApiError(404, "upload_missing", "What had arrived of this file is gone. It is sent again.");
