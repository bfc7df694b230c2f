import { ApiError, api } from "../../core/api.ts";
import { abortAfter } from "../../core/abort-after.ts";
import { page } from "../../ui/page.ts";
import { firstPieceBytes, nextPiece } from "./connection-speed.ts";
import { brokenOff, sendBytes } from "./put-bytes.ts";

/** Larger files are sent in pieces, so that a broken connection costs at most one piece. */
export const maxWholeBytes = 10_485_760;

const timeoutMs = 20_000;

/**
 * Sends the bytes of a file that the server lacks, in pieces (tus 1.0: HEAD and PATCH). Calls `onProgress` with the share that has
 * arrived. Rejects with an `ApiError`, or with the reason of `signal`; the server keeps the bytes that arrived for a day.
 */
export async function sendPieces(
  url: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let offset = await findOffset(url, file.size, signal);
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
      // The server has more bytes than this offset, fewer, or none.
      if (error instanceof ApiError && error.code === "conflict") throw brokenOff();
      throw error instanceof ApiError && error.code === "not_found" ? gone() : error;
    });
    offset = Number(request.getResponseHeader("upload-offset"));
    piece = nextPiece(piece, performance.now() - startedAt);
  } while (offset < file.size);
}

/** Returns how many bytes the server has. */
async function findOffset(url: string, size: number, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, {
    method: "HEAD",
    headers: { "tus-resumable": "1.0.0", ...page.headers },
    signal: abortAfter(timeoutMs, signal),
  }).catch(() => {
    signal.throwIfAborted();
    throw brokenOff();
  });
  const offset = Number(response.headers.get("upload-offset") ?? Number.NaN);
  if (response.ok && Number.isInteger(offset)) return offset;
  if (response.status === 404) throw gone();
  // The answer to HEAD does not say why; this call does.
  if (response.status === 401) await api("GET /api/auth/user", { signal, keepsPage: true });
  // The server refused the whole file; a PATCH at its end returns the reason.
  if ([413, 415, 422].includes(response.status)) return size;
  throw new ApiError(response.status, "unavailable", "We cannot take photos right now. Please try again in a moment.");
}

const gone = () => new ApiError(404, "upload_missing", "What had arrived of this file is gone. It is sent again.");
