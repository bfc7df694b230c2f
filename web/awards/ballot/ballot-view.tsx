import { Mail } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TripMember } from "#contract/trips.ts";
import { plural } from "#contract/locale.ts";
import { ButtonLink, TextLink, paths } from "../../core/link.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Button } from "../../ui/button.tsx";
import { InBrowser } from "../../ui/in-browser.tsx";
import { near } from "../../ui/near.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { BallotCard } from "./ballot-card.tsx";
import { ballotOrder, inOrder } from "./ballot-order.ts";
import { Decided } from "./decided.tsx";
import { formatEvening, whenVoted } from "../evening.ts";
import { confirmedOnlyWords } from "../progress-words.ts";
import type { Ballot } from "../queries.ts";
import { RevealDialog } from "../reveal/late-reveals.ts";

const ToBeConfirmed = near(async () => (await import("./to-be-confirmed.tsx")).ToBeConfirmed);
const RemindVoters = near(async () => (await import("./remind-voters.tsx")).RemindVoters);

/** How many cards render their nominees at once. The others do when they come near. */
const few = 6;

/** All awards of a trip, and how many no longer need the viewer's vote. */
export function BallotView({
  ballot,
  crew,
  sealed,
  onSeeResults,
}: {
  ballot: Ballot;
  crew: readonly TripMember[];
  /** The ids of complete awards whose result the viewer has not seen. */
  sealed: ReadonlySet<string>;
  onSeeResults: () => void;
}) {
  const { trip, categories, mayVote, toBeConfirmed, isOrganizer } = ballot;
  const { night, isOpen, done, isAllOver, comeOut } = stateOf(ballot);
  // It stays during the visit, so that a vote moves no card.
  const [order] = useState(() => ballotOrder(categories));
  return (
    <div data-low-toasts="" className="narrow-page grid gap-6 px-4 py-8 sm:px-8">
      <BallotHead ballot={ballot} sealed={sealed.size} onSeeResults={onSeeResults} />
      <InBrowser>
        {toBeConfirmed && isOpen && !isAllOver && <ToBeConfirmed {...toBeConfirmed} />}
        {categories.length === 0 ? (
          <EmptyState
            art={<SceneSticker src={scenes.barrel} />}
            title="No awards to vote on yet"
            {...(mayVote || isOrganizer
              ? {
                  text: "Add a few: who caught the wave of the week, and who the sunburn?",
                  action: (
                    <ButtonLink to={paths.trip(trip.id, "categories")} look="primary">
                      Manage Awards
                    </ButtonLink>
                  ),
                }
              : { text: "The crew has not thought of any." })}
          />
        ) : (
          <>
            {mayVote && (
              // Below the page's bar, which is 4 rem high.
              <div className="sticky top-16 z-20 -mx-4 bg-page px-4 py-3 sm:-mx-8 sm:px-8">
                <ProgressBar
                  value={done}
                  max={categories.length}
                  label="Your ballot"
                  text={`${done} of ${categories.length} done`}
                />
              </div>
            )}
            {isAllOver && sealed.size === 0 && <Decided tripId={trip.id} />}
            <div className="grid gap-6">
              {inOrder(categories, order).map((one, place) => (
                <BallotCard
                  key={one.category.id}
                  startsNear={place < few}
                  isSealed={sealed.has(one.category.id)}
                  tripId={trip.id}
                  one={one}
                  night={night}
                  crew={crew}
                  isCrew={mayVote || toBeConfirmed !== null}
                  isVoter={mayVote}
                  isOrganizer={isOrganizer}
                />
              ))}
            </div>
            {!isAllOver && isOpen && (
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="font-semibold text-soft">
                  {mayVote && done === categories.length && "All in. "}
                  {comeOut.sentence}
                </p>
                {isOrganizer && !trip.isDemo && <RemindVoters tripId={trip.id} />}
              </div>
            )}
          </>
        )}
      </InBrowser>
    </div>
  );
}

/** The title of the voting page, how far the viewer is, and its buttons. */
function BallotHead({
  ballot,
  sealed,
  onSeeResults,
}: {
  ballot: Ballot;
  /** How many results the viewer has not seen. */
  sealed: number;
  onSeeResults: () => void;
}) {
  const { trip, categories, mayVote, toBeConfirmed, isOrganizer } = ballot;
  const { night, isOpen, done, isAllOver, comeOut } = stateOf(ballot);
  return (
    <PageHeader
      above={
        <TextLink to={paths.trip(trip.id)} className="-my-2.5 w-fit py-2.5 text-soft">
          {trip.name}
        </TextLink>
      }
      title="Cast your votes"
      text={
        categories.length === 0 ? undefined : isAllOver ? (
          "Every award has found its legend."
        ) : !isOpen ? (
          "Voting is closed: see you at Awards Night"
        ) : mayVote ? (
          <>
            {done} of {categories.length} done · {comeOut.clause}
            {trip.confirmedOnly && ` · ${confirmedOnlyWords}`}
          </>
        ) : toBeConfirmed ? (
          "Only confirmed people vote on this trip."
        ) : (
          "Only the crew votes. The results open to you too."
        )
      }
      actions={
        <>
          {ballot.night ? (
            <ButtonLink to={paths.night(trip.id)} look={night?.stage === "live" ? "primary" : "plain"}>
              {night?.stage === "live" ? "Join the Show" : "Awards Night"}
            </ButtonLink>
          ) : (
            isOrganizer &&
            categories.length > 0 &&
            !isAllOver && <ButtonLink to={paths.night(trip.id)}>Plan Awards Night</ButtonLink>
          )}
          {sealed > 0 && (
            <Button
              look="win"
              icon={<Mail aria-hidden="true" size={18} />}
              onClick={onSeeResults}
              {...RevealDialog.hint}
            >
              {plural(sealed, { one: "See the Result", other: `See the ${sealed} Results` })}
            </Button>
          )}
          <ButtonLink to={paths.leaderboard(trip.id)}>Leaderboards</ButtonLink>
        </>
      }
    />
  );
}

/** How far the awards of a ballot are, and when results come out. */
function stateOf({ trip, categories, night: planned }: Ballot) {
  // Awards that come after a night follow the plain rules.
  const night = planned?.stage === "over" ? null : planned;
  const isOpen = !night || night.stage === "planned";
  // A complete award needs no vote.
  const done = categories.filter(
    ({ nomineeId, isVoid, isSkipped, isSealed: areChoicesDestroyed, progress }) =>
      nomineeId !== null || (isSkipped && !isVoid) || areChoicesDestroyed || progress.isComplete,
  ).length;
  const isAllOver = categories.length > 0 && categories.every(({ progress }) => progress.isComplete);
  return { night, isOpen, done, isAllOver, comeOut: comeOutWords(night, trip.voterCount) };
}

/** When results come out: as a sentence, and behind other words. */
function comeOutWords(night: Ballot["night"], members: number): Readonly<Record<"sentence" | "clause", ReactNode>> {
  if (night) {
    const { startsAt } = night;
    const evening = startsAt === null ? whenVoted : <time dateTime={startsAt}>{formatEvening(startsAt)}</time>;
    return {
      sentence: <>Results come out at Awards Night, {evening}.</>,
      clause: <>results come out at Awards Night, {evening}</>,
    };
  }
  return plural(members, {
    one: {
      sentence: "Results open when its only voter has voted.",
      clause: "results open when its only voter has voted",
    },
    other: {
      sentence: `Results open when all ${members} have voted.`,
      clause: `results open when all ${members} have voted`,
    },
  });
}
