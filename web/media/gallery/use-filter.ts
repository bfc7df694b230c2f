import { useMemo } from "react";
import { useSearchParams } from "../../core/link.tsx";
import { isId } from "#contract/id.ts";
import type { GalleryFilter } from "#contract/gallery.ts";

/** Keeps the filter of a gallery in the address: `?by=` (a person, or "others"), `?kind=` and `?new=` (since when). */
export function useFilter(): readonly [GalleryFilter, (filter: GalleryFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const [by, kind, since] = [search.get("by") ?? "", search.get("kind"), search.get("new") ?? ""];
  const filter = useMemo(
    (): GalleryFilter => ({
      ...((by === "others" || isId(by)) && { person: by }),
      ...((kind === "photo" || kind === "video") && { kind }),
      ...(/^2\d{3}-.+T.+Z$/.test(since) && Date.parse(since) && { since }),
    }),
    [by, kind, since],
  );
  const set = ({ person, kind: next, since: from }: GalleryFilter) =>
    setSearch(
      (now) => {
        const params = new URLSearchParams(now);
        for (const [name, value] of [
          ["by", person],
          ["kind", next],
          ["new", from],
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
