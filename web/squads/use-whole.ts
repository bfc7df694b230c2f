import { useSearchParams } from "../core/link.tsx";

/** Whether the page shows all of a list, and a function that changes it. The address holds it, so that Back leads to the same page. */
export function useWhole(list: "crew" | "trips"): readonly [boolean, (isWhole: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (isWhole: boolean) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (isWhole) next.set(list, "all");
        else next.delete(list);
        return next;
      },
      { replace: true },
    );
  return [search.has(list), set];
}
