import { useSearchParams } from "./link.tsx";

/**
 * The open dialog of a page, and a function that sets it. The address holds it as `?open=`, so that a link can open
 * a dialog; opening and closing add no history entries.
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

/** The state of the dialog with this name, where one at a time is open. */
export const dialogOf = <Name extends string>(
  name: Name,
  open: Name | undefined,
  set: (open: Name | undefined) => void,
) => ({
  open: open === name,
  onOpenChange: (isOpen: boolean) => set(isOpen ? name : undefined),
});

/** The same for one dialog: whether it is open, and a function that opens or closes it. After a login it is open again. */
export function useDialog(name: string): readonly [boolean, (isOpen: boolean) => void] {
  const [opening, open] = useOpening([name]);
  return [opening !== undefined, (isOpen) => open(isOpen ? name : undefined)];
}
