import { useSearchParams } from "wouter";

/**
 * Which of a page's dialogs is open. It stands in the address as `?open=`, so that a link can ask for one;
 * opening and closing leave no steps to go back through.
 */
export function useOpening<Opening extends string>(
  known: readonly Opening[],
): readonly [Opening | undefined, (opening: Opening | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (opening: Opening | undefined) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (opening === undefined) next.delete("open");
        else next.set("open", opening);
        return next;
      },
      { replace: true },
    );
  return [known.find((one) => one === search.get("open")), open];
}
