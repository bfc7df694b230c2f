import { useCallback } from "react";
import { useSearchParams } from "../../core/link.tsx";
import { stepBack } from "../../ui/back.ts";

/** Marks the history steps of this page. */
const ownStep = { openedHere: true } as const;

// True between the request for a step back and its end. A change of the address in between would cancel the step.
let isGoingBack = false;
addEventListener("popstate", () => (isGoingBack = false));

const openedHere = () => {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "openedHere" in state;
};

/** The address changes after this pause: Safari and Firefox allow about ten changes a second and throw at more. */
const settleMs = 150;
let settling: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the open photo in the address as `?photo=`, so a link opens it and going back closes it. Turning to other photos adds no history
 * steps.
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
        { replace, state: id !== null && (!replace || openedHere()) ? ownStep : null },
      ),
    [setSearch],
  );
  const open = useCallback(
    (id: string) => {
      clearTimeout(settling);
      show(id, false);
    },
    [show],
  );
  const turnTo = useCallback(
    (id: string) => {
      clearTimeout(settling);
      const page = location.pathname;
      settling = setTimeout(() => {
        const isStillOpen = location.pathname === page && new URLSearchParams(location.search).has("photo");
        if (isStillOpen && !isGoingBack) show(id, true);
      }, settleMs);
    },
    [show],
  );
  const close = useCallback(() => {
    clearTimeout(settling);
    if (openedHere()) {
      isGoingBack = true;
      stepBack();
    } else show(null, true);
  }, [show]);
  return { photoId, open, turnTo, close };
}
