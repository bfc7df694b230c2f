import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ShowState } from "#contract/nights.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { aheadQuery } from "./cards-query.ts";
import type { useTurns } from "./use-moves.ts";
import { nextWords } from "./words.ts";

/** The host's buttons, and what only hosts know: the kind of the next card, and how far the show is. */
export function HostBar({
  tripId,
  show,
  turns: { next, back, isPending },
}: {
  tripId: string;
  show: ShowState;
  turns: ReturnType<typeof useTurns>;
}) {
  const { data } = useQuery(aheadQuery(tripId, show.cardAt));
  // An answer may have left the server before or after this card.
  const ahead = data?.position === show.position ? data : undefined;
  const words = ahead && nextWords(ahead);
  return (
    <div className="flex max-w-full items-center gap-1.5">
      <IconButton
        label="Back One Card"
        look="plain"
        // A disabled button would keep the arrow keys from the show while it has the focus.
        aria-disabled={show.position === 0 || undefined}
        className="aria-disabled:opacity-60"
        onClick={back}
      >
        <ChevronLeft aria-hidden="true" size={22} />
      </IconButton>
      <p className="steady grid min-h-11 w-33 content-center rounded-tile bg-card px-1 text-center text-xs font-semibold text-main sm:w-44 sm:text-sm">
        {ahead && ahead.award > 0 && (
          <span>
            Award {ahead.award} of {ahead.awardCount}
          </span>
        )}
        {words && <span className="truncate">Next: {words}</span>}
      </p>
      <Button look="primary" busy={isPending && "Next"} onClick={next}>
        Next <ChevronRight aria-hidden="true" size={20} />
      </Button>
    </div>
  );
}
