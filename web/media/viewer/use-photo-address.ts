import { useCallback } from "react";
import { useSearchParams } from "wouter";
import { stepBack } from "../../ui/back.ts";

/** What this page's own steps carry in the history, to tell them from those of other pages. */
const ours = { openedHere: true } as const;

// Between asking for the step back and being there: another address set meanwhile would call the step off.
let isGoingBack = false;
addEventListener("popstate", () => (isGoingBack = false));

const openedHere = () => {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "openedHere" in state;
};

/** So long leafing must rest: Safari and Firefox allow about ten addresses a second and throw at the next. */
const restMs = 150;
let resting: ReturnType<typeof setTimeout> | undefined;

/**
 * The photo that is open, as the address has it in `?photo=`: a link opens it and going back closes it.
 * Leafing through photos leaves no steps.
 */
export function usePhotoAddress() {
  const [search, setSearch] = useSearchParams();
  const photoId = search.get("photo");

  const show = useCallback(
    (id: string | null, replace: boolean) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (id === null) next.delete("photo");
          else next.set("photo", id);
          return next;
        },
        { replace, state: id !== null && (!replace || openedHere()) ? ours : null },
      ),
    [setSearch],
  );
  const open = useCallback(
    (id: string) => {
      clearTimeout(resting);
      show(id, false);
    },
    [show],
  );
  const leaf = useCallback(
    (id: string) => {
      clearTimeout(resting);
      const page = location.pathname;
      resting = setTimeout(() => {
        const isStillOpen = location.pathname === page && new URLSearchParams(location.search).has("photo");
        if (isStillOpen && !isGoingBack) show(id, true);
      }, restMs);
    },
    [show],
  );
  const close = useCallback(() => {
    clearTimeout(resting);
    if (openedHere()) {
      isGoingBack = true;
      stepBack();
    } else show(null, true);
  }, [show]);
  return { photoId, open, leaf, close };
}
