// Decision 034: when the browser falls back to the server.
import { ApiError, api } from "../../core/api.ts";
import { putBytes, typeOf } from "./put-bytes.ts";

/** After this many failures the browser cannot reach the object store. One alone may be a broken connection. */
const maxFailures = 2;

/** Whether an upload address leads to the object store itself. */
export const isInObjectStore = (address: string): boolean => new URL(address, location.href).origin !== location.origin;

interface Announcement {
  /** The album that the file is for. */
  readonly tripId?: string;
  readonly squadId?: string;
}

export interface UploadTarget {
  /** Whether the file may go to the object store itself. */
  readonly isDirect: boolean;
  /** With `keepsPage` the caller itself says that nobody is logged in. */
  askAddress(body: Announcement, signal: AbortSignal | undefined, keepsPage?: boolean): Promise<string>;
  put(
    address: string,
    onProgress: ((share: number) => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void>;
}

/** Where one file is sent: to the object store if there is one, and to the server if the browser cannot reach the store. */
export function uploadTarget(file: Blob): UploadTarget {
  let failures = 0;
  return {
    get isDirect() {
      return failures < maxFailures;
    },
    async askAddress(body, signal, keepsPage = false) {
      const announced = this.isDirect ? { ...body, size: file.size, fileType: typeOf(file) } : body;
      return (await api("POST /api/objects/upload", { body: announced, signal, keepsPage })).uploadURL;
    },
    async put(address, onProgress, signal) {
      try {
        await putBytes(address, file, onProgress, signal);
      } catch (error) {
        if (isInObjectStore(address) && error instanceof ApiError && error.code === "offline") failures += 1;
        throw error;
      }
    },
  };
}
