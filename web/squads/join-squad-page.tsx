import { useEffect, useState } from "react";
import { listed, plural } from "#contract/locale.ts";
import { ownDescription } from "#contract/squad-description.ts";
import type { InvitationCard } from "#contract/squads.ts";
import { usePageTitle } from "../core/page-title.ts";
import { InviteFrame, useInviteCode } from "./invite-frame.tsx";
import { api, firstAnswer } from "../core/api.ts";
import { formatDays } from "../core/calendar.ts";
import { ButtonLink, paths } from "../core/link.tsx";
import { Cover } from "../scenes/cover.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Card } from "../ui/card.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { SitDown } from "./sit-down.tsx";
import { JoinFailed } from "./join-failed.tsx";

/** The page of an invite link for visitors: the squad, and the way to sign in and join. */
export function JoinSquadPage({ params: { id } }: { params: { id: string } }) {
  usePageTitle("Join the Squad");
  return (
    <InviteFrame>
      <JoinCard key={id} id={id} invite={useInviteCode()} />
    </InviteFrame>
  );
}

/** What a visitor sees of a squad, from the document or the server. It needs no query, whose code this page does without. */
function useCard(id: string, invite: string | undefined) {
  const asked = { params: { id }, query: { invite } };
  const [card, setCard] = useState(() => firstAnswer("GET /api/public/squads/:id", asked));
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const load = () => {
    setBusy(true);
    void api("GET /api/public/squads/:id", asked)
      .then(setCard, setError)
      .finally(() => setBusy(false));
  };
  const isMissing = card === undefined;
  useEffect(() => {
    if (isMissing) load();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each invitation; the page of another one mounts anew
  }, []);
  return { card, error, isBusy, load };
}

/** Shows a visitor the squad that invites, with the ways to take a seat, or to sign in and join. */
function JoinCard({ id, invite }: { id: string; invite: string | undefined }) {
  const { card: squad, error, isBusy, load } = useCard(id, invite);
  if (!squad && error) return <JoinFailed error={error} onRetry={load} busy={isBusy} />;
  if (!squad) return <CardSkeleton />;
  const back = paths.joinSquad(id, invite);
  const words = ownDescription(squad);
  return (
    <Card sticker>
      <Cover
        of={{ ...squad, photoUrl: withCode(squad.photoUrl, invite) }}
        size="large"
        eager
        className="edge-b aspect-[2/1] w-full"
      />
      <div className="grid gap-4 p-6 sm:p-8">
        <div className="grid gap-2">
          <div className="flex items-center gap-3 font-bold text-soft">
            {squad.invitedBy && <Avatar size="lg" person={faceOf(squad.invitedBy, inviterIdOf(squad), invite)} />}
            <p className="min-w-0 wrap-anywhere">
              {squad.invitedBy ? `${squad.invitedBy.firstName} invites you to join` : "You're invited to join"}
            </p>
          </div>
          <h1 className="poster text-4xl wrap-anywhere sm:text-5xl">{squad.name}</h1>
        </div>
        <Crew squad={squad} invite={invite} />
        {squad.nextTrip && (
          <p className="wrap-anywhere">
            Next: <b>{squad.nextTrip.name}</b> · {squad.nextTrip.location} ·{" "}
            {/* Browsers and the server differ in the spaces of a range. */}
            <span suppressHydrationWarning>{formatDays(squad.nextTrip.startDate, squad.nextTrip.endDate)}</span>
          </p>
        )}
        {words !== "" && <p className="wrap-anywhere whitespace-pre-line text-soft">{words}</p>}
        {squad.givesSeats && invite !== undefined ? (
          <SitDown id={id} invite={invite} expected={squad.expected} />
        ) : (
          <>
            <ButtonLink to={paths.auth(back)} look="primary">
              Join
            </ButtonLink>
            <p className="text-center text-sm text-soft">You log in or create an account first, and then you are in.</p>
          </>
        )}
      </div>
    </Card>
  );
}

/** The address of a picture that the invite code opens. */
const withCode = (picture: string | null, invite: string | undefined) =>
  picture !== null && invite !== undefined ? `${picture}?invite=${encodeURIComponent(invite)}` : picture;

/** A member as `Avatar` shows them. The id gives the colour of a face without a picture. */
const faceOf = ({ firstName, profileImageUrl }: InvitationCard["crew"][number], id: string, invite?: string) => ({
  id,
  firstName,
  lastName: "",
  profileImageUrl: withCode(profileImageUrl, invite),
});

/** The inviter has the colour of their face in the crew below. The card says no ids, so that name and picture tell who it is. */
const inviterIdOf = ({ id, crew, invitedBy }: InvitationCard) =>
  `${id}${crew.findIndex((one) => one.firstName === invitedBy?.firstName && one.profileImageUrl === invitedBy.profileImageUrl)}`;

/** The faces and first names of the first members, and how many there are. */
function Crew({ squad, invite }: { squad: InvitationCard; invite: string | undefined }) {
  const { crew, memberCount } = squad;
  const names = crew.map(({ firstName }) => firstName);
  const more = memberCount - names.length;
  const count = plural(memberCount, { one: `${memberCount} member`, other: `${memberCount} members` });
  if (names.length === 0) return <p className="font-semibold">{count}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="flex -space-x-2">
        {crew
          .map((member, place) => faceOf(member, `${squad.id}${place}`, invite))
          .map((person) => (
            <Avatar key={person.id} person={person} />
          ))}
      </span>
      <p className="min-w-0 font-semibold wrap-anywhere">
        {listed(more > 0 ? [...names, plural(more, { one: `${more} more`, other: `${more} more` })] : names)}
      </p>
    </div>
  );
}

const CardSkeleton = () => (
  <Loading label="Checking the invitation..." className="overflow-hidden rounded-card border border-line bg-card">
    <Skeleton className="aspect-[2/1] rounded-none!" />
    <div className="grid gap-4 p-6 sm:p-8">
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="h-11 w-3/4" />
      <Skeleton className="h-5" />
      <Skeleton className="h-12 rounded-full!" />
    </div>
  </Loading>
);
