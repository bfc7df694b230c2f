import { Check, ChevronDown, Mail } from "lucide-react";
import { useId, useState } from "react";
import type { NightTime } from "#contract/night-time.ts";
import type { TripMember } from "#contract/trips.ts";
import { useMe } from "../../core/viewer.ts";
import { fullNameOf } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { Chip } from "../../ui/chip.tsx";
import { cx } from "../../ui/class-names.ts";
import { near, useNear } from "../../ui/near.tsx";
import { isToVoteOn } from "./ballot-order.ts";
import { CastVote } from "./cast-vote.tsx";
import { paintOf } from "../categories/colors.ts";
import { CategoryIcon } from "../categories/icons.tsx";
import { heldWords, receivedWords } from "../progress-words.ts";
import type { BallotCategory } from "../queries.ts";
import { VotingComplete } from "../results/voting-complete.tsx";

const NomineeProofs = near(async () => (await import("../receipts/nominee-proofs.tsx")).NomineeProofs);
const CardMenu = near(async () => (await import("./card-menu.tsx")).CardMenu);
const AddProof = near(async () => (await import("../receipts/add-proof.tsx")).AddProof);

/** An award to vote on. A press on its head folds it. */
export function BallotCard({
  tripId,
  one,
  crew,
  startsNear,
  isSealed,
  night,
  isCrew,
  isVoter,
  isOrganizer,
}: {
  tripId: string;
  one: BallotCategory;
  crew: readonly TripMember[];
  /** Renders the nominees at once. Elsewhere they wait until the card comes near: a trip may have thirty awards with sixty nominees each. */
  startsNear: boolean;
  /** The award is complete, and the viewer has not seen the result. */
  isSealed: boolean;
  /** The night that the results wait for. */
  night: NightTime | null;
  isCrew: boolean;
  /** Crew, and no seat that has to be confirmed first. */
  isVoter: boolean;
  isOrganizer: boolean;
}) {
  const { category, progress, nomineeId, isSealed: areChoicesDestroyed } = one;
  const me = useMe();
  const panel = useId();
  const [isOpen, setOpen] = useState(true);
  const [card, isNear] = useNear<HTMLElement>(startsNear);
  const hasProof = night?.stage === "planned" && !progress.isComplete;
  const proofs = { tripId, categoryId: category.id, isCrew, isOrganizer };
  // Proof about the viewer has a place of its own, since a night may leave them out of their own ballot.
  const proofOf = ({ userId, user }: TripMember) =>
    userId !== me.id && (
      <NomineeProofs
        {...proofs}
        nomineeId={userId}
        title={`Proof for ${fullNameOf(user)}`}
        className="col-span-full px-4 pb-3"
      />
    );
  const current = crew.find(({ userId }) => userId === nomineeId);
  const mayDecline = isCrew && !progress.isClosed && !progress.isComplete;
  const isClosable = isOrganizer && !night && !progress.isComplete && progress.votesReceived > 0;
  const mayClose = isClosable && one.reasonToStayOpen === null;
  return (
    <article
      ref={card}
      aria-labelledby={`${panel}-name`}
      // The ballot scrolls to the next card with this mark. The margin leaves room for what sticks to the top.
      data-awaits-vote={isToVoteOn(one) ? "" : undefined}
      className="relative scroll-mt-36"
    >
      {isSealed && (
        <Chip look="win" className="absolute -top-3 right-4 z-10 rotate-2 shadow-stamp">
          <Mail aria-hidden="true" size={16} />
          Result is in
        </Chip>
      )}
      {(nomineeId !== null || (one.isSkipped && !one.isVoid)) && !progress.isComplete && (
        <Chip look="spot" className="absolute -top-3 right-4 z-10 animate-rise -rotate-3 shadow-stamp">
          <Check aria-hidden="true" size={16} />
          {one.isSkipped ? "Skipped" : "Voted"}
        </Chip>
      )}
      <Card sticker className="grid">
        <h2>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpen(!isOpen)}
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
        <div id={panel} hidden={!isOpen}>
          {areChoicesDestroyed ? (
            <p className="p-4 text-center font-semibold">
              {isVoter
                ? "Your choice is destroyed. Nobody can read it, not even you."
                : "The choices are destroyed. Nobody can read them."}
            </p>
          ) : (
            <CastVote
              tripId={tripId}
              one={one}
              night={night}
              crew={crew}
              isCrew={isVoter}
              isNear={isNear}
              proofOf={hasProof ? proofOf : undefined}
            />
          )}
          <div className="flex flex-wrap items-center justify-center gap-x-1 gap-y-3 px-4 pb-4">
            {hasProof && (
              <>
                <NomineeProofs {...proofs} nomineeId={me.id} title="Proof about you" />
                <AddProof
                  tripId={tripId}
                  categoryId={category.id}
                  crew={crew.filter(({ userId }) => !one.declined.includes(userId))}
                  isCrew={isCrew}
                />
              </>
            )}
            {progress.isComplete ? (
              <VotingComplete progress={progress} />
            ) : (
              <p className="steady text-center text-sm font-semibold text-soft">
                {progress.isHeld
                  ? heldWords
                  : night
                    ? `${progress.votesReceived} of ${progress.totalVotesNeeded} have answered`
                    : receivedWords(progress)}
              </p>
            )}
            {(mayDecline || mayClose) && (
              // As large as the button of the menu.
              <span className="size-11">
                <CardMenu tripId={tripId} one={one} mayDecline={mayDecline} mayClose={mayClose} />
              </span>
            )}
            {isClosable && !mayClose && <p className="w-full text-center text-sm text-soft">{one.reasonToStayOpen}</p>}
          </div>
        </div>
      </Card>
    </article>
  );
}
