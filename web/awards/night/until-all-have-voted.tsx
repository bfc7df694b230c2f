import { Trophy } from "lucide-react";
import type { Night, NightPage } from "#contract/nights.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { whenVoted } from "../evening.ts";
import { LeaveBonus } from "./leave-bonus.tsx";
import { NightMenu } from "./night-menu.tsx";

/** The page of a night that has no planned time, while voting is open: it closes with the last answer. */
export function UntilAllHaveVoted({
  page: { trip, isCrew, isOrganizer, isOutOfBonus, awardsToAnswer },
  night,
}: {
  page: NightPage;
  night: Night;
}) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="title text-2xl">Opens {whenVoted}</h2>
          <p className="text-soft">The last answer closes the vote. Then the show can start.</p>
        </div>
        {isOrganizer && <NightMenu trip={trip} night={night} />}
      </div>
      {isCrew && (
        <>
          <ButtonLink
            to={paths.ballot(trip.id)}
            look={awardsToAnswer > 0 ? "primary" : "plain"}
            icon={<Trophy aria-hidden="true" size={18} className="shrink-0" />}
            className="w-fit"
          >
            {awardsToAnswer > 0 ? "Vote on Awards" : "Change My Votes"}
          </ButtonLink>
          <LeaveBonus tripId={trip.id} isOut={isOutOfBonus} />
        </>
      )}
    </>
  );
}
