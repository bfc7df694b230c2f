import { ApiError, api } from "../../core/api.ts";
import { askKnown } from "./ask-known.ts";
import { isElsewhere, wayInto } from "./way-in.ts";
import { mostInOneBytes, sendPieces } from "./send-pieces.ts";
import type { ResumePoint, Upload } from "./upload-list.ts";
import type { UploadPorts } from "./upload-one.ts";

/** The real world for the upload of one file of one person. */
export function portsFor(
  { name, type, size, scope }: Upload,
  file: Blob,
  sums: { readonly find: () => Promise<string | undefined>; readonly forget: () => void },
  userId: string,
  remember: (point: ResumePoint) => void,
): UploadPorts {
  const resumes = size > mostInOneBytes;
  const way = wayInto(file);
  let sum: string | undefined;
  return {
    keeps: (address) => resumes || (way.isDirect && isElsewhere(address)),
    async isKnown(signal) {
      sum ??= await sums.find();
      signal.throwIfAborted();
      return sum !== undefined && (await askKnown(scope, sum).catch(orUnknown));
    },
    async askAddress(signal) {
      const body = { as: userId };
      if (!resumes) return way.askAddress(body, signal);
      const announced = { ...body, size, fileType: type.slice(0, 100), ...(sum !== undefined && { sha256: sum }) };
      return (await api("POST /api/uploads", { body: announced, signal })).uploadURL;
    },
    putBytes: (address, onProgress, signal) =>
      resumes ? sendPieces(address, file, onProgress, signal) : way.put(address, onProgress, signal),
    register: (address, signal) => {
      const body = { mediaURL: address, fileName: name.slice(-255), fileType: type.slice(0, 100), fileSize: size };
      return "tripId" in scope
        ? api("PUT /api/trips/:id/media", { params: { id: scope.tripId }, body, signal })
        : api("PUT /api/squads/:id/media", { params: { id: scope.squadId }, body, signal });
    },
    pause,
    isStillMe: async () => {
      try {
        return (await api("GET /api/auth/user")).id === userId;
      } catch {
        return false;
      }
    },
    distrust() {
      sum = undefined;
      sums.forget();
    },
    remember,
  };
}

/** A server that cannot tell takes the bytes, and tells then. */
function orUnknown(error: unknown): boolean {
  if (error instanceof ApiError && error.code === "internal") return false;
  throw error;
}

/** Resolves after so many milliseconds, and not before there is a connection; rejects with the reason of `signal`. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const end = (settle: () => void) => {
      listening.abort();
      clearTimeout(timer);
      settle();
    };
    let isOverdue = false;
    const consider = () => isOverdue && navigator.onLine && end(resolve);
    const timer = setTimeout(() => {
      isOverdue = true;
      consider();
    }, ms);
    // Back after an outage, there is nothing to wait for.
    addEventListener("online", () => end(resolve), { signal: listening.signal });
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is whatever the canceller gave
    signal.addEventListener("abort", () => end(() => reject(signal.reason)), { signal: listening.signal });
  });
}
