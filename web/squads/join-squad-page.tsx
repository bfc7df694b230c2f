import { queryOptions, useQuery } from "@tanstack/react-query";
import { plural } from "#contract/locale.ts";
import { usePageTitle } from "../core/page-title.ts";
import { InviteFrame, useInviteCode } from "./invite-frame.tsx";
import { api, firstAnswer } from "../core/api.ts";
import { keys } from "../core/keys.ts";
import { ButtonLink, paths } from "../core/link.tsx";
import { Cover } from "../scenes/cover.tsx";
import { Card } from "../ui/card.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { JoinFailed } from "./join-failed.tsx";

/** The page of an invite link for visitors: the squad, and the way to sign in and join. */
export function JoinSquadPage({ params: { id } }: { params: { id: string } }) {
  usePageTitle("Join the Squad");
  return (
    <InviteFrame>
      <JoinCard id={id} invite={useInviteCode()} />
    </InviteFrame>
  );
}

/** What a visitor sees of a squad. A private squad needs its invite code. */
const squadCardQuery = (id: string, invite: string | undefined) =>
  queryOptions({
    queryKey: [...keys.squad(id), "card", invite ?? ""],
    queryFn: ({ signal }) => api("GET /api/public/squads/:id", { params: { id }, query: { invite }, signal }),
    initialData: () => firstAnswer("GET /api/public/squads/:id", { params: { id }, query: { invite } }),
  });

/** Shows a visitor the squad that invites, with a button to sign in and then join. */
function JoinCard({ id, invite }: { id: string; invite: string | undefined }) {
  const { data: squad, error, refetch, isFetching } = useQuery(squadCardQuery(id, invite));
  if (!squad && error) return <JoinFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!squad) return <CardSkeleton />;
  return (
    <Card sticker>
      <Cover of={squad} size="large" eager className="edge-b aspect-[2/1] w-full" />
      <div className="grid gap-3 p-6 sm:p-8">
        <p className="font-bold text-soft">You're invited to join</p>
        <h1 className="poster text-4xl wrap-anywhere sm:text-5xl">{squad.name}</h1>
        <p className="font-semibold">
          {plural(squad.memberCount, {
            one: `${squad.memberCount} member`,
            other: `${squad.memberCount} members`,
          })}
        </p>
        {squad.description !== "" && <p className="wrap-anywhere whitespace-pre-line text-soft">{squad.description}</p>}
        <ButtonLink to={paths.auth(paths.joinSquad(id, invite))} look="primary" className="mt-3">
          Join
        </ButtonLink>
        <p className="text-center text-sm text-soft">You log in or create an account first, and then you are in.</p>
      </div>
    </Card>
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
