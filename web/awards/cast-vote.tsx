import { useRef, useState } from "react";
import type { TripMember } from "#contract/trips.ts";
import { Button } from "../ui/button.tsx";
import { Nominees } from "./nominees.tsx";
import type { BallotCategory } from "./queries.ts";
import { useVote } from "./use-vote.ts";

/** The nominees of an award, and the button that casts or changes the viewer's vote. */
export function CastVote({
  tripId,
  one: { category, progress, nomineeId, isVoid, mayVote, champions, declined },
  crew: everybody,
  isCrew,
  isNear,
}: {
  tripId: string;
  one: BallotCategory;
  crew: readonly TripMember[];
  isCrew: boolean;
  /** Whether the nominees render. */
  isNear: boolean;
}) {
  const choices = useRef<HTMLDivElement>(null);
  const vote = useVote(tripId);
  // Undefined: the vote as cast. Null: nobody, after a second press on the chosen row.
  const [picked, setPicked] = useState<string | null>();
  const crew = everybody.filter(({ userId }) => !declined.includes(userId));
  const isHere = (userId: string) => crew.some((member) => member.userId === userId);
  // A picked person may leave the crew, or take their name off, before the vote is cast.
  const chosen = picked === undefined || (picked !== null && !isHere(picked)) ? nomineeId : picked;
  const isSame = chosen !== null && chosen === nomineeId;
  const submit = (isPointer: boolean) => {
    if (chosen === null || isSame) return;
    const toNext = () => isPointer && nomineeId === null && showNext(choices.current);
    vote.mutate({ categoryId: category.id, nomineeId: chosen }, { onSuccess: () => requestAnimationFrame(toNext) });
    // The button becomes disabled, so the focus moves to the choice.
    choices.current?.querySelector<HTMLInputElement>("input:checked")?.focus({ preventScroll: true });
  };
  const notice =
    isVoid && mayVote
      ? // A void vote does not say why it is void.
        declined.length > 0
        ? "Your pick is no longer up for this award. Choose again."
        : "Your pick left the crew. Choose again."
      : isCrew && !mayVote && !progress.isClosed
        ? "This award was decided before you joined."
        : undefined;

  return (
    <div ref={choices}>
      {notice !== undefined && <p className="px-4 py-3 font-semibold">{notice}</p>}
      {isNear ? (
        <Nominees
          name={category.name}
          crew={crew}
          champions={champions}
          chosen={chosen}
          disabled={!mayVote}
          onChoose={setPicked}
        />
      ) : (
        <div style={{ height: `min(28rem, ${crew.length * 3.5}rem)` }} />
      )}
      {mayVote && (
        <div className="grid gap-3 border-t border-line p-4">
          <output className="text-sm font-semibold text-alarm empty:hidden">
            {progress.isComplete &&
              chosen !== null &&
              !isSame &&
              "The results are out. If you change your vote now, others may guess from the new counts whose it was."}
          </output>
          <Button
            look={isSame || chosen === null ? "plain" : "primary"}
            className="w-full"
            disabled={chosen === null || isSame || vote.isPending}
            onClick={({ detail }) => submit(detail > 0)}
          >
            {nomineeId === null ? "Submit Vote" : isSame ? "Current Vote" : "Change Vote"}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Scrolls to the next award that awaits the viewer's vote, if there is one. */
function showNext(from: Element | null): void {
  const waiting = [...document.querySelectorAll("[data-awaits-vote]")];
  const isBelow = (card: Element) =>
    from !== null && (from.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = waiting.find(isBelow) ?? waiting[0];
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  next?.scrollIntoView({ behavior: isCalm ? "instant" : "smooth" });
}
