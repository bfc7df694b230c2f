import { type ReactNode, useRef, useState } from "react";
import type { NightTime } from "#contract/night-time.ts";
import type { TripMember } from "#contract/trips.ts";
import { WaitsMark } from "../../core/outbox/waits-mark.ts";
import { useMe } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { isToVoteOn } from "./ballot-order.ts";
import { Nominees, isPaired } from "./nominees.tsx";
import type { BallotCategory } from "../queries.ts";
import { useVote } from "./use-vote.ts";

/** The nominees of an award, and the buttons that cast or change the viewer's vote, or skip the award. */
export function CastVote({
  tripId,
  one,
  night,
  crew: everybody,
  isCrew,
  isNear,
  proofOf,
}: {
  tripId: string;
  one: BallotCategory;
  /** The night that the results wait for. */
  night: NightTime | null;
  crew: readonly TripMember[];
  isCrew: boolean;
  /** Whether the nominees render. */
  isNear: boolean;
  /** The receipts of a nominee, on the ballot of an Awards Night. */
  proofOf: ((member: TripMember) => ReactNode) | undefined;
}) {
  const { category, progress, nomineeId, isSkipped, champions, declined } = one;
  const me = useMe();
  const choices = useRef<HTMLDivElement>(null);
  const vote = useVote(tripId);
  // The server refuses votes from the planned time on, also before it has counted them.
  const mayVote = one.mayVote && (!night || night.stage === "planned");
  // Undefined: the vote as cast. Null: nobody, after a second press on the chosen row.
  const [picked, setPicked] = useState<string | null>();
  const isOff = (userId: string) => declined.includes(userId) || (night?.noSelfVotes === true && userId === me.id);
  const crew = everybody.filter(({ userId }) => !isOff(userId));
  const isHere = (userId: string) => crew.some((member) => member.userId === userId);
  // A picked person may leave the crew, or take their name off, before the vote is cast.
  const chosen = picked === undefined || (picked !== null && !isHere(picked)) ? nomineeId : picked;
  const isSame = chosen !== null && chosen === nomineeId;
  const submit = (isPointer: boolean) => {
    if (chosen === null || isSame) return;
    const toNext = () => {
      // From now on the ballot says whom the vote names.
      setPicked(undefined);
      if (isPointer && nomineeId === null) showNext(choices.current);
    };
    vote.mutate(
      { categoryId: category.id, nomineeId: chosen, award: category.name },
      { onSuccess: () => requestAnimationFrame(toNext) },
    );
    // The button becomes disabled, so the focus moves to the choice.
    choices.current?.querySelector<HTMLInputElement>("input:checked")?.focus({ preventScroll: true });
  };
  const skip = (isPointer: boolean) => {
    const toNext = () => isPointer && isToVoteOn(one) && showNext(choices.current);
    vote.mutate(
      { categoryId: category.id, nomineeId: null, award: category.name },
      { onSuccess: () => requestAnimationFrame(toNext) },
    );
    setPicked(undefined);
    choices.current?.querySelector<HTMLInputElement>("input[type=radio]")?.focus({ preventScroll: true });
  };
  const isAlone = progress.totalVotesNeeded === 1 && progress.votesReceived === 0;
  const notice = noticeOf(one, { isCrew, mayVote, night, isAlone });

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
          proofOf={proofOf}
        />
      ) : (
        <div style={{ height: `min(28rem, ${Math.ceil(crew.length / (isPaired(crew) ? 2 : 1)) * 3.5}rem)` }} />
      )}
      {mayVote && (
        <div className="grid gap-3 border-t border-line p-4">
          <output className="text-sm font-semibold text-alarm empty:hidden">
            {progress.isComplete &&
              chosen !== null &&
              !isSame &&
              "The results are out. If you change your vote now, others may guess from the new counts whose it was."}
          </output>
          <WaitsMark call="POST /api/categories/:id/vote" of={category.id} />
          <WaitsMark call="POST /api/categories/:id/skip" of={category.id} />
          <div className="flex gap-3">
            <Button
              look={isSame || chosen === null ? "plain" : "primary"}
              className="flex-1"
              disabled={chosen === null || isSame || vote.isPending}
              onClick={({ detail }) => submit(detail > 0)}
            >
              {nomineeId === null ? "Submit Vote" : isSame ? "Current Vote" : "Change Vote"}
            </Button>
            {night && !progress.isComplete && (
              <Button look="quiet" disabled={isSkipped || vote.isPending} onClick={({ detail }) => skip(detail > 0)}>
                {isSkipped ? "Skipped" : "No Idea? Skip"}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** Why the viewer cannot vote, or is to vote again. */
function noticeOf(
  { isVoid, isSkipped, declined, progress }: BallotCategory,
  {
    isCrew,
    mayVote,
    night,
    isAlone,
  }: {
    isCrew: boolean;
    mayVote: boolean;
    night: NightTime | null;
    /** Nobody else can vote, and nobody has voted. */
    isAlone: boolean;
  },
): string | undefined {
  if (isVoid && mayVote) {
    // The night in which the viewer skipped was called off.
    if (isSkipped) return "Awards Night was called off, and your skip with it. Please choose.";
    // A void vote does not say why it is void.
    return night?.noSelfVotes || declined.length > 0
      ? "Your pick is no longer up for this award. Choose again."
      : "Your pick left the crew. Choose again.";
  }
  if (isAlone && mayVote && !night) return "You are the only one here: your vote decides it. Invite friends first?";
  if (!isCrew || mayVote || progress.isClosed) return undefined;
  return night ? "Voting is closed: see you at Awards Night" : "This award was decided before you joined.";
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
