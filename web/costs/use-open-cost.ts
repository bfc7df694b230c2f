import { useState } from "react";
import { isId } from "#contract/id.ts";
import { useSearchParams } from "../core/link.tsx";

/** The id of the cost that is open, and a function that opens or closes one. A link opens one with `?cost=`. */
export function useOpenCost(): readonly [string | undefined, (id: string | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const linked = search.get("cost") ?? "";
  // Not the address itself: while Back takes the layer of the dialog away, the address is for a moment what it was.
  const [id, setId] = useState(isId(linked) ? linked : undefined);
  const open = (next: string | undefined) => {
    setId(next);
    if (search.has("cost")) setSearch(withoutCost, { replace: true });
  };
  return [id, open];
}

function withoutCost(now: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(now);
  next.delete("cost");
  return next;
}
