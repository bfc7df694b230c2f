import type { LibraryItem } from "#contract/library.ts";
import { plural } from "#contract/locale.ts";
import type { Toast } from "../../ui/toast.ts";

export interface CheckedSelection {
  /** The photos and videos that can be imported. */
  readonly items: readonly LibraryItem[];
  /** Says what is left out. */
  readonly toast?: Toast;
  /** Videos that Google Photos is still preparing. */
  readonly unready: readonly LibraryItem[];
}

/** Splits a selection into what can be imported and what cannot. It takes at most `max` items and skips those in `imported`. */
export function checkSelection(
  picked: readonly LibraryItem[],
  imported: ReadonlySet<string>,
  max: number,
): CheckedSelection {
  const nothing = { items: [], unready: [] };
  if (picked.length === 0)
    return { ...nothing, toast: { title: "No Photos Selected", text: "Please choose at least one photo." } };
  if (picked.length > max)
    return {
      ...nothing,
      toast: {
        title: "Too Many Photos",
        text: `Please select no more than ${max} photos. You selected ${picked.length}.`,
        look: "danger",
      },
    };
  const fresh = picked.filter(({ id }) => !imported.has(id));
  if (fresh.length === 0)
    return {
      ...nothing,
      toast: { title: "All Photos Already Imported", text: "Everything you selected is in this gallery already." },
    };
  const known = picked.length - fresh.length;
  return {
    items: fresh.filter(({ isReady }) => isReady),
    unready: fresh.filter(({ isReady }) => !isReady),
    ...(known > 0 && {
      toast: {
        title: "Duplicate Photos Detected",
        text: plural(known, {
          one: `${known} of ${picked.length} is in this gallery already and will be skipped.`,
          other: `${known} of ${picked.length} are in this gallery already and will be skipped.`,
        }),
      },
    }),
  };
}
