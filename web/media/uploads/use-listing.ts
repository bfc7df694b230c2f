import { useEffect, useState } from "react";
import type { ChosenFile } from "./chosen-files.ts";
import { listZips } from "./zip/ask-worker.ts";
import type { ZipListing } from "./zip/zip-photo.ts";

/** Lists what stands in zips; undefined until that is read. Another choice of zips is listed anew. */
export function useListing(zips: readonly ChosenFile[]): ZipListing | undefined {
  const [found, setFound] = useState<{ readonly of: readonly ChosenFile[]; readonly listing: ZipListing }>();
  useEffect(() => {
    let isWanted = true;
    const tell = (listing: ZipListing) => isWanted && setFound({ of: zips, listing });
    listZips(zips.map(({ file }) => file)).then(tell, (error: unknown) => tell(failed(zips, error)));
    return () => void (isWanted = false);
  }, [zips]);
  return found?.of === zips ? found.listing : undefined;
}

const failed = (zips: readonly ChosenFile[], error: unknown): ZipListing => ({
  faults: zips.map(() => (error instanceof Error ? error.message : String(error))),
  photos: [],
  left: [],
  isTakeout: false,
});
