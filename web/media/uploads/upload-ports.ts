import { ApiError, api } from "../../core/api.ts";
import { askKnown } from "./ask-known.ts";
import { maxWholeBytes, sendPieces } from "./send-pieces.ts";
import type { ResumePoint, Upload } from "./upload-list.ts";
import type { UploadPorts } from "./upload-one.ts";
import { isInObjectStore, uploadTarget } from "./upload-target.ts";

/** The tray says that nobody is logged in, and the upload waits. */
const keepsPage = true;

/** The ports for uploading one file of one person, with the real server and browser. */
export function portsFor(
  { name, type, size, caption, scope, takenAtHint, personId }: Upload,
  file: Blob,
  sum: { readonly find: () => Promise<string | undefined>; readonly forget: () => void },
  userId: string,
  remember: (point: ResumePoint) => void,
): UploadPorts {
  const isResumable = size > maxWholeBytes;
  const target = uploadTarget(file);
  let sha256: string | undefined;
  return {
    isReusable: (address) => isResumable || (target.isDirect && isInObjectStore(address)),
    async isKnown(signal) {
      sha256 ??= await sum.find();
      signal.throwIfAborted();
      return sha256 !== undefined && (await askKnown(scope, sha256, personId).catch(unknownOnFault));
    },
    async askAddress(signal) {
      if (!isResumable) return target.askAddress(scope, signal, keepsPage);
      const announced = { ...scope, size, fileType: type.slice(0, 100), ...(sha256 !== undefined && { sha256 }) };
      return (await api("POST /api/uploads", { body: announced, signal, keepsPage })).uploadURL;
    },
    putBytes: (address, onProgress, signal) =>
      isResumable ? sendPieces(address, file, onProgress, signal) : target.put(address, onProgress, signal),
    register: (address, signal) => {
      const body = {
        mediaURL: address,
        fileName: name.slice(-255),
        fileType: type.slice(0, 100),
        fileSize: size,
        ...(caption && { caption }),
        ...(takenAtHint !== undefined && { takenAtHint }),
        ...(personId !== undefined && { personId }),
      };
      return "tripId" in scope
        ? api("PUT /api/trips/:id/media", { params: { id: scope.tripId }, body, signal, keepsPage })
        : api("PUT /api/squads/:id/media", { params: { id: scope.squadId }, body, signal, keepsPage });
    },
    pause,
    isSamePerson: async () => {
      try {
        return (await api("GET /api/auth/user", { keepsPage })).id === userId;
      } catch {
        return false;
      }
    },
    forgetSum() {
      sha256 = undefined;
      sum.forget();
    },
    remember,
  };
}

/** After a server fault the file is sent, and the server finds a duplicate then. */
function unknownOnFault(error: unknown): boolean {
  if (error instanceof ApiError && error.code === "internal") return false;
  throw error;
}

/** Resolves after `ms` milliseconds, but not before there is a connection; rejects with the reason of `signal`. */
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
    // The outage is over, so the next try need not wait.
    addEventListener("online", () => end(resolve), { signal: listening.signal });
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it rejects with the reason that cancelled it
    signal.addEventListener("abort", () => end(() => reject(signal.reason)), { signal: listening.signal });
  });
}
