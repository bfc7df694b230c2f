import type { LibraryItem } from "#contract/library.ts";
import type { Toast } from "../../ui/toast.ts";

export interface Sifted {
  /** What can be imported. */
  readonly items: readonly LibraryItem[];
  /** What to say about the rest. */
  readonly toast?: Toast;
  /** Videos that the library is still preparing. */
  readonly unready: readonly LibraryItem[];
}

/** What of a selection can be imported: at most `most`, nothing that is here already, and no video that is not ready. */
export function sift(picked: readonly LibraryItem[], here: ReadonlySet<string>, most: number): Sifted {
  const nothing = { items: [], unready: [] };
  if (picked.length === 0)
    return { ...nothing, toast: { title: "No Photos Selected", text: "Please choose at least one photo." } };
  if (picked.length > most)
    return {
      ...nothing,
      toast: {
        title: "Too Many Photos",
        text: `Please select no more than ${most} photos. You selected ${picked.length}.`,
        look: "danger",
      },
    };
  const fresh = picked.filter(({ id }) => !here.has(id));
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
        text: `${known} of ${picked.length} ${known === 1 ? "is" : "are"} in this gallery already and will be skipped.`,
      },
    }),
  };
}
