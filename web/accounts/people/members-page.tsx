import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Person } from "#contract/people.ts";
import { ButtonLink, Link, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Avatar, fullNameOf } from "../../ui/avatar.tsx";
import { Chip } from "../../ui/chip.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useMe } from "../../core/viewer.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { crewStatsQuery, membersQuery } from "./queries.ts";

/** The page of everyone the viewer shares a squad or a trip with, by name. */
export function MembersPage() {
  usePageTitle("The Crew");
  return (
    <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
      <PageHeader title="The Crew" text="Everyone you share a squad or a trip with." />
      <Members />
    </div>
  );
}

function Members() {
  const me = useMe();
  const list = useInfiniteQuery(membersQuery);
  const { data, error, hasNextPage } = list;
  const members = data?.pages.flatMap((page) => page.rows);
  if (!members && error) return <LoadFailed of={list} title="The crew did not come through" />;
  if (!members) return <MembersSkeleton />;
  return (
    <>
      {members.every(({ user }) => user.id === me.id) ? (
        <EmptyState
          art={<SceneSticker src={scenes.boards} />}
          title="No crew members found"
          text="Join a trip to see other members!"
          action={<ButtonLink to={paths.findSquad}>Find a Squad</ButtonLink>}
        />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {members.map(({ id, user }) => (
            <li key={id}>
              <MemberCard person={user} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && <ShowMore list={list} what="members" />}
      <CrewStats />
    </>
  );
}

function MemberCard({ person }: { person: Person }) {
  const me = useMe();
  return (
    <Link
      to={paths.profile(person.id)}
      className="flex h-full items-start gap-4 rounded-card border border-line bg-card p-4 hover:bg-tint"
    >
      <Avatar person={person} size="lg" />
      <span className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="title text-xl wrap-anywhere">{fullNameOf(person)}</span>
          {person.id === me.id && <Chip>You</Chip>}
        </span>
        <span className="line-clamp-3 wrap-anywhere text-soft">{person.bio || "Crew member"}</span>
      </span>
    </Link>
  );
}

const MembersSkeleton = () => (
  <Loading label="Loading the crew..." className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} className="flex gap-4 rounded-card border border-line bg-card p-4">
        <Skeleton className="size-14 shrink-0 rounded-full!" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-5" />
        </div>
      </div>
    ))}
  </Loading>
);

/** How many people the viewer travels with, how many of their trips run today, and how many awards these trips have. */
function CrewStats() {
  const { data: stats, isError } = useQuery(crewStatsQuery);
  const unknown = isError ? "–" : undefined;
  return (
    <section aria-labelledby="crew-stats" className="grid gap-4">
      <h2 id="crew-stats" className="title text-3xl">
        Crew Stats
      </h2>
      <dl className="grid grid-cols-3 divide-x divide-line rounded-card border border-line bg-card shadow-soft">
        <Stat label="Total Members" value={stats?.memberCount ?? unknown} />
        <Stat label="Active Trips" value={stats?.activeTripCount ?? unknown} />
        <Stat label="Award Categories" value={stats?.awardCategoryCount ?? unknown} />
      </dl>
    </section>
  );
}

const Stat = ({ label, value }: { label: string; value: number | string | undefined }) => (
  <div className="flex flex-col-reverse justify-end gap-1 px-3 py-5 sm:px-8">
    <dt className="text-sm font-semibold text-soft sm:text-base">{label}</dt>
    <dd className="steady font-display text-4xl leading-none font-extrabold">
      {value ?? <Skeleton className="h-9 w-12" />}
    </dd>
  </div>
);
