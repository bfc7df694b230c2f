// Decision 034: when the browser falls back to the server.
import { ApiError, api } from "../../core/api.ts";
import { putBytes, typeOf } from "./put-bytes.ts";
import { openSpares } from "./spare-addresses.ts";

/** An object store cannot be reached so often before we believe it: a line may be dead just then. */
const mostFailures = 2;

/** Whether an address is one of the object store itself. */
export const isElsewhere = (address: string): boolean => new URL(address, location.href).origin !== location.origin;

/** Asked for with the first of many files: a request less for each of the others. */
const askedTogether = 8;
const spares = openSpares();

export interface WayIn {
  /** Whether the object store itself takes the file, as far as is known. */
  readonly isDirect: boolean;
  askAddress(body: { readonly as?: string }, signal: AbortSignal | undefined): Promise<string>;
  put(
    address: string,
    onProgress: ((share: number) => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void>;
}

/** How one file gets in: straight into the object store where there is one, and through the server where the browser cannot reach that. */
export function wayInto(file: Blob): WayIn {
  let failures = 0;
  return {
    get isDirect() {
      return failures < mostFailures;
    },
    async askAddress(body, signal) {
      const { as } = body;
      const spare = as && spares.take(as, Date.now());
      if (spare) return spare;
      const announced = this.isDirect ? { ...body, size: file.size, fileType: typeOf(file) } : body;
      const asked = { ...announced, ...(as && { count: askedTogether }) };
      const { uploadURL, more = [] } = await api("POST /api/objects/upload", { body: asked, signal });
      if (as) spares.keep(as, more, Date.now());
      return uploadURL;
    },
    async put(address, onProgress, signal) {
      try {
        await putBytes(address, file, onProgress, signal);
      } catch (error) {
        if (isElsewhere(address) && error instanceof ApiError && error.code === "offline") failures += 1;
        // Whatever is wrong with this address may be wrong with those that came with it.
        if (error instanceof ApiError && error.code !== "offline") spares.forget();
        throw error;
      }
    },
  };
}
