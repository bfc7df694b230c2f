import { ListFilter } from "lucide-react";
import { useState } from "react";
import { buttonLook } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { useMe } from "../../core/viewer.ts";
import type { FilterProps } from "./filter-dialog.tsx";

const FilterDialog = onDemand(async () => (await import("./filter-dialog.tsx")).FilterDialog);

/** The button that opens the filter. While the filter is on, the button names the person and kind that the gallery shows. */
export function FilterButton({ outline, filter: { person, kind }, ...rest }: FilterProps) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const whose =
    person === undefined
      ? undefined
      : person === "others"
        ? "Not mine"
        : person === me.id
          ? "Mine"
          : (outline.people.find(({ id }) => id === person)?.firstName ?? "Someone");
  const words = [whose, kind && { photo: "Photos", video: "Videos" }[kind]].filter(Boolean).join(", ");
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={words ? `Filter: ${words}` : "Filter"}
        onClick={() => setOpen(true)}
        {...FilterDialog.hint}
        className={cx(
          buttonLook(words ? "plain" : "quiet", "sm"),
          "min-w-11",
          "max-sm:px-0!",
          words && "bg-spot! text-on-spot!",
        )}
      >
        <ListFilter aria-hidden="true" size={18} className="shrink-0" />
        <span className="max-w-40 truncate max-sm:sr-only">{words || "Filter"}</span>
      </button>
      <FilterDialog open={isOpen} onOpenChange={setOpen} outline={outline} filter={{ person, kind }} {...rest} />
    </>
  );
}
