import { ApiError, api } from "../../api.ts";
import { putBytes, typeOf } from "./put-bytes.ts";

/** An object store cannot be reached so often before we believe it: a line may be dead just then. */
const mostFailures = 2;

/** Whether an address is one of the object store itself. */
export const isElsewhere = (address: string): boolean => new URL(address, location.href).origin !== location.origin;

/** Asked for with the first of many files: a request less for each of the others. */
const askedTogether = 8;
/** Addresses live for a quarter of an hour. */
const spareLifeMs = 5 * 60_000;
let spares: { readonly address: string; readonly as: string | undefined; readonly until: number }[] = [];

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
      const spare = spareOf(body.as);
      if (spare !== undefined) return spare;
      const announced = this.isDirect ? { ...body, size: file.size, fileType: typeOf(file) } : body;
      const count = body.as === undefined ? 1 : askedTogether;
      const asked = api("POST /api/objects/upload", { body: { ...announced, count }, signal });
      const { uploadURL, more = [] } = await asked;
      const until = Date.now() + spareLifeMs;
      spares.push(...more.map((address) => ({ address, as: body.as, until })));
      return uploadURL;
    },
    async put(address, onProgress, signal) {
      try {
        await putBytes(address, file, onProgress, signal);
      } catch (error) {
        if (isElsewhere(address) && error instanceof ApiError && error.code === "offline") failures += 1;
        // Whatever is wrong with this address may be wrong with those that came with it.
        if (error instanceof ApiError && error.code !== "offline") spares = [];
        throw error;
      }
    },
  };
}

function spareOf(as: string | undefined): string | undefined {
  const at = as === undefined ? -1 : spares.findIndex((spare) => spare.as === as && spare.until > Date.now());
  return at < 0 ? undefined : spares.splice(at, 1)[0]?.address;
}
