import { ChevronDown } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { TripMember } from "#contract/trips.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { cx } from "../ui/class-names.ts";
import { CloseVoting } from "./close-voting.tsx";
import { paintOf } from "./colors.ts";
import { CategoryIcon } from "./icons.tsx";
import { Nominees } from "./nominees.tsx";
import type { BallotCategory } from "./queries.ts";
import { VotingComplete } from "./voting-complete.tsx";
import { useVote } from "./use-vote.ts";

/** An award to vote on, collapsed unless it `startsOpen`. */
export function BallotCard({
  tripId,
  one: { category, progress, nomineeId },
  crew,
  startsOpen,
  mayVote,
  mayClose,
}: {
  tripId: string;
  one: BallotCategory;
  startsOpen: boolean;
  crew: readonly TripMember[];
  mayVote: boolean;
  mayClose: boolean;
}) {
  const panel = useId();
  const choices = useRef<HTMLDivElement>(null);
  const vote = useVote(tripId);
  const [isOpen, setOpen] = useState(startsOpen);
  // Content renders at the first opening and then stays: a trip may have thirty awards with sixty nominees each.
  const [wasOpen, setWasOpen] = useState(startsOpen);
  // Undefined: the vote as cast. Null: nobody, after a second press on the chosen row.
  const [picked, setPicked] = useState<string | null>();
  const chosen = picked === undefined ? nomineeId : picked;
  const current = crew.find(({ userId }) => userId === nomineeId);
  const isFinal = progress.isClosed;
  const isSame = chosen !== null && chosen === nomineeId;
  const submit = () => {
    if (chosen === null || isSame) return;
    vote.mutate({ categoryId: category.id, nomineeId: chosen });
    // The button becomes disabled, so the focus moves to the choice.
    choices.current?.querySelector<HTMLInputElement>("input:checked")?.focus({ preventScroll: true });
  };

  return (
    <article aria-labelledby={`${panel}-name`}>
      <Card sticker className="grid">
        <h2>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => {
              setOpen(!isOpen);
              setWasOpen(true);
            }}
            style={paintOf(category.color)}
            className="flex w-full items-center gap-3.5 p-4 text-left -outline-offset-4"
          >
            <span className="grid size-13 shrink-0 place-items-center rounded-tile border-2 border-current">
              <CategoryIcon icon={category.icon} size={28} />
            </span>
            <span className="grid min-w-0 flex-1 gap-0.5">
              <span id={`${panel}-name`} className="title text-[22px] wrap-anywhere">
                {category.name}
              </span>
              <span className="text-sm leading-snug font-medium wrap-anywhere">
                {isOpen || !current ? category.description : `Current vote: ${fullNameOf(current.user)}`}
                {!isOpen && progress.isComplete && " · results are out"}
              </span>
            </span>
            <ChevronDown aria-hidden="true" className={cx("shrink-0 transition-transform", isOpen && "rotate-180")} />
          </button>
        </h2>
        <div id={panel} ref={choices} hidden={!isOpen}>
          {wasOpen && (
            <Nominees
              name={category.name}
              crew={crew}
              chosen={chosen}
              disabled={!mayVote || isFinal}
              onChoose={setPicked}
            />
          )}
          <div className="grid gap-3 border-t border-line p-4">
            {progress.isComplete ? (
              <VotingComplete votes={progress.votesReceived} isClosed={isFinal} />
            ) : (
              <p className="steady text-center text-sm font-semibold text-soft">
                {progress.votesReceived} of {progress.totalVotesNeeded} votes received
              </p>
            )}
            {mayVote && !isFinal && (
              <Button
                look={isSame || chosen === null ? "plain" : "primary"}
                className="w-full"
                disabled={chosen === null || isSame || vote.isPending}
                onClick={submit}
              >
                {nomineeId === null ? "Submit Vote" : isSame ? "Current Vote" : "Change Vote"}
              </Button>
            )}
            {mayClose && !progress.isComplete && progress.votesReceived > 0 && (
              <CloseVoting tripId={tripId} category={category} progress={progress} />
            )}
          </div>
        </div>
      </Card>
    </article>
  );
}
