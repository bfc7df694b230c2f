import type { NightPage } from "#contract/nights.ts";
import { ButtonLink, paths } from "../../../core/link.tsx";
import { Button } from "../../../ui/button.tsx";
import { ShareCard } from "./share-cards.tsx";

/** The buttons below the last card: the medal table to share, the show again, and for organizers the squad's next trip. */
export const Ending = ({
  trip,
  isMember,
  isOrganizer,
  onReplay,
}: {
  trip: NightPage["trip"];
  /** Members alone get the pictures to share. */
  isMember: boolean;
  isOrganizer: boolean;
  /** Plays the show again on this page; without it the button leads to the replay. */
  onReplay?: () => void;
}) => (
  <>
    {isMember && <ShareCard tripId={trip.id} picture="medals" name="Medal Table" />}
    {onReplay ? (
      <Button size="sm" onClick={onReplay}>
        Replay
      </Button>
    ) : (
      <ButtonLink size="sm" to={paths.night(trip.id, "replay")}>
        Replay
      </ButtonLink>
    )}
    {isOrganizer && trip.squad && !trip.isDemo && (
      <ButtonLink size="sm" look="primary" to={paths.squad(trip.squad.id, "trip")}>
        Next Trip?
      </ButtonLink>
    )}
  </>
);
