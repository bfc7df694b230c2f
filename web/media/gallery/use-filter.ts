import { useMemo } from "react";
import { useSearchParams } from "../../core/link.tsx";
import { isId } from "#contract/id.ts";
import type { GalleryFilter } from "#contract/gallery.ts";

/** Keeps the filter of a gallery in the address: `?by=` (a person, or "others") and `?kind=`. */
export function useFilter(): readonly [GalleryFilter, (filter: GalleryFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const [by, kind] = [search.get("by") ?? "", search.get("kind")];
  const filter = useMemo(
    (): GalleryFilter => ({
      ...((by === "others" || isId(by)) && { person: by }),
      ...((kind === "photo" || kind === "video") && { kind }),
    }),
    [by, kind],
  );
  const set = ({ person, kind: next }: GalleryFilter) =>
    setSearch(
      (now) => {
        const params = new URLSearchParams(now);
        for (const [name, value] of [
          ["by", person],
          ["kind", next],
        ] as const) {
          if (value === undefined) params.delete(name);
          else params.set(name, value);
        }
        return params;
      },
      { replace: true },
    );
  return [filter, set];
}
