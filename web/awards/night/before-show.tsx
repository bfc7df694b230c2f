import { CalendarPlus, MailCheck, Trophy } from "lucide-react";
import { plural } from "#contract/locale.ts";
import type { Night, NightPage } from "#contract/nights.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { Avatar, fullNameOf } from "../../ui/avatar.tsx";
import { buttonLook } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { confirmedOnlyWords } from "../progress-words.ts";
import { RemindVoters } from "../ballot/remind-voters.tsx";
import { CloseNow, NightMenu } from "./night-menu.tsx";
import { ChatLine } from "./chat-line.tsx";
import { Countdown } from "./countdown.tsx";
import { LeaveBonus } from "./leave-bonus.tsx";
import { TvCode } from "./show/tv-code.tsx";
import { UntilAllHaveVoted } from "./until-all-have-voted.tsx";
import { StartShow } from "./start-show.tsx";
import { useSecond } from "./use-second.ts";
import { WaitingRoom } from "./waiting/waiting-room.tsx";

interface Parts {
  readonly page: NightPage;
  readonly night: Night;
}

/** The page of a night before its show: the time left, who is here, who has voted, and what the viewer does next. */
export const BeforeShow = ({ page, night }: Parts) => (
  <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
    <div className="grid grid-cols-1 gap-6">
      <Card sticker className="grid gap-5 p-5 sm:p-6">
        {night.stage === "planned" && night.startsAt === null ? (
          <UntilAllHaveVoted page={page} night={night} />
        ) : night.stage === "planned" ? (
          <UntilTheVoteCloses page={page} night={night} />
        ) : (
          <Sealed page={page} night={night} />
        )}
      </Card>
      {/* Invented friends open no pages. */}
      {!page.trip.isDemo && <WaitingRoom tripId={page.trip.id} />}
    </div>
    <div className="grid gap-6">
      {night.stage === "planned" && <Voters page={page} night={night} />}
      <section aria-labelledby="secret" className="grid gap-1.5">
        <h2 id="secret" className="title text-xl">
          Your vote stays yours
        </h2>
        <p className="text-soft">
          Nobody in the crew can see who voted for whom, now or later.{" "}
          {night.stage === "planned"
            ? "Until the night the server keeps your choice so that you can change it; then it is destroyed."
            : "Your choice was destroyed when voting closed."}{" "}
          {page.backupDays === null
            ? "Old backups keep it until they are thrown away."
            : plural(page.backupDays, {
                one: "Backups keep it for one day.",
                other: `Backups keep it for ${page.backupDays} days.`,
              })}
        </p>
      </section>
    </div>
  </div>
);

function UntilTheVoteCloses({ page: { trip, isCrew, isOrganizer, isOutOfBonus, awardsToAnswer }, night }: Parts) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="title text-2xl">The winners come out in</h2>
          <p className="text-soft">Voting closes when the time is up.</p>
        </div>
        {isOrganizer && <NightMenu trip={trip} night={night} />}
      </div>
      <Countdown until={night.startsAt} />
      <div className="flex flex-wrap gap-3">
        {isCrew &&
          (awardsToAnswer > 0 ? (
            <ButtonLink
              to={paths.ballot(trip.id)}
              look="primary"
              icon={<Trophy aria-hidden="true" size={18} className="shrink-0" />}
            >
              Vote on Awards
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.ballot(trip.id)}>Change My Votes</ButtonLink>
          ))}
        <AddToCalendar tripId={trip.id} />
        {night.startsAt !== null && <ChatLine trip={trip} when={{ ...night, startsAt: night.startsAt }} />}
      </div>
      {isCrew && awardsToAnswer === 0 && (
        <p className="font-semibold text-soft">You are done. See you at Awards Night!</p>
      )}
      {isCrew && <LeaveBonus tripId={trip.id} isOut={isOutOfBonus} />}
    </>
  );
}

function Sealed({ page: { trip, isOrganizer }, night }: Parts) {
  const now = useSecond();
  const isEarly = night.startsAt !== null && new Date(night.startsAt).getTime() > now;
  return (
    <>
      <div className="flex items-center gap-4">
        <span className="edge grid size-14 shrink-0 -rotate-6 place-items-center rounded-tile bg-spot text-on-spot">
          <MailCheck aria-hidden="true" size={30} />
        </span>
        <h2 className="title text-2xl">Voting is closed. The envelopes are sealed.</h2>
      </div>
      {isEarly && <Countdown until={night.startsAt} />}
      <div className="flex flex-wrap items-center gap-3">
        {isOrganizer ? (
          <>
            <StartShow tripId={trip.id} />
            <TvCode tripId={trip.id} isWide />
          </>
        ) : (
          <p className="w-full font-semibold">
            Waiting for the host to start{night.startsByItself && ". If nobody does, the show starts by itself"}.
          </p>
        )}
        {isEarly && <AddToCalendar tripId={trip.id} />}
      </div>
      <p className="text-soft">
        {isOrganizer
          ? "Every open page begins at the same moment, phones and TVs alike. Any organizer can move the cards."
          : "Keep this page open. The show begins here by itself, on all screens at once."}
      </p>
    </>
  );
}

const AddToCalendar = ({ tripId }: { tripId: string }) => (
  <a href={`/api/trips/${tripId}/night/calendar`} download="awards-night.ics" className={buttonLook()}>
    <CalendarPlus aria-hidden="true" size={18} />
    Add to Calendar
  </a>
);

/** How many are done, how many answers are in, and who is not done. */
function Voters({ page: { trip, isOrganizer, openAwards }, night }: Parts) {
  const { votersDone, crewCount, answers, missing } = night;
  const total = openAwards * crewCount;
  const answersIn = plural(answers, {
    one: `${answers} of ${total} answers is in`,
    other: `${answers} of ${total} answers are in`,
  });
  const unnamed = crewCount - votersDone - missing.length;
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="title steady text-2xl">
        {plural(votersDone, {
          one: `${votersDone} of ${crewCount} is done`,
          other: `${votersDone} of ${crewCount} are done`,
        })}
      </h2>
      {trip.confirmedOnly && <p className="font-semibold text-soft">{confirmedOnlyWords}</p>}
      <div className="grid gap-1.5">
        <ProgressBar value={answers} max={total} label="The crew's answers" text={answersIn} />
        <p className="steady text-soft">{answersIn}</p>
      </div>
      {missing.length === 0 ? (
        <p className="text-soft">Everybody is done. Only the envelopes know.</p>
      ) : (
        <div className="grid gap-2.5">
          <h3 className="text-sm font-bold">Still to come</h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-2">
            {missing.map((person) => (
              <li key={person.id} className="flex max-w-full min-w-0 items-center gap-2">
                <Avatar person={person} size="sm" />
                <span className="truncate font-semibold">{fullNameOf(person)}</span>
              </li>
            ))}
            {unnamed > 0 && <li className="self-center text-soft">and {unnamed} more</li>}
          </ul>
        </div>
      )}
      {isOrganizer && (
        <div className="flex flex-wrap gap-3 border-t border-line pt-4">
          {!trip.isDemo && missing.length > 0 && <RemindVoters tripId={trip.id} />}
          <CloseNow trip={trip} isComplete={missing.length === 0} />
          <TvCode tripId={trip.id} isWide />
        </div>
      )}
    </Card>
  );
}
