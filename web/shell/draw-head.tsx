import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { TripAwards } from "#contract/awards.ts";
import type { User } from "#contract/people.ts";
import { AwardsHead, AwardsOfTrips } from "../awards/results/awards-page.tsx";
import { BallotHead } from "../awards/ballot/ballot-view.tsx";
import { LeaderboardHead } from "../awards/results/leaderboard-page.tsx";
import { ballotQuery, tripAwardsQuery } from "../awards/queries.ts";
import { personQuery } from "../accounts/people/queries.ts";
import type { First } from "#contract/first.ts";
import { keys } from "../core/keys.ts";
import { type PageName, findPage } from "#contract/pages.ts";
import { dashboardQuery, squadQuery, tripQuery } from "../core/queries.ts";
import { createQueryClient } from "../core/query-client.ts";
import { ViewerContext, useMe } from "../core/viewer.ts";
import { DashboardHead } from "../pages/dashboard/dashboard-head.tsx";
import { ProfileHead } from "../pages/profile/profile-page.tsx";
import { SquadCover } from "../squads/squad-cover.tsx";
import { TripHero } from "../trips/trip-hero.tsx";
import { cx } from "../ui/class-names.ts";
import { MemberBar } from "./member-bar.tsx";
import { PageFrame } from "./page-frame.tsx";
import { type PageTable, presentPage } from "./router.tsx";
import { TabBar } from "./tab-bar.tsx";

/**
 * The bars and the head of a member's page, until its code runs. It is inert, because a press there would be lost. Null without the
 * page's answer.
 */
export function drawMemberHead(path: string, viewer: User, { answers }: First): ReactNode {
  const client = createQueryClient();
  const bodyOf = (address: string) => answers[address]?.body;
  client.setQueryData(keys.squads, bodyOf("/api/squads"));
  const page = findPage(path);
  const found = page && heads[page.name];
  const id = page?.params["id"] ?? page?.params["userId"] ?? "";
  const body = found && bodyOf(found.addressOf(id));
  if (!found || body === undefined) return null;
  client.setQueryData(found.keyOf(id), body);
  return (
    <div inert>
      <QueryClientProvider client={client}>
        <ViewerContext value={viewer}>
          <PageFrame
            Provide={Fragment}
            pages={{ [page.name]: presentPage(() => found.draw(id)) } as Partial<PageTable> as PageTable}
            Bar={MemberBar}
            TabBar={TabBar}
          />
        </ViewerContext>
      </QueryClientProvider>
    </div>
  );
}

interface Head {
  readonly addressOf: (id: string) => string;
  readonly keyOf: (id: string) => readonly unknown[];
  readonly draw: (id: string) => ReactNode;
}

const dashboard: Head = {
  addressOf: () => "/api/dashboard",
  keyOf: () => keys.dashboard,
  draw: () => <Dashboard />,
};

const heads: Partial<Record<PageName, Head>> = {
  home: dashboard,
  dashboard,
  trip: { addressOf: (id) => `/api/trips/${id}`, keyOf: keys.trip, draw: (id) => <Trip id={id} /> },
  squad: { addressOf: (id) => `/api/squads/${id}`, keyOf: keys.squad, draw: (id) => <Squad id={id} /> },
  ballot: {
    addressOf: (id) => `/api/trips/${id}/ballot`,
    keyOf: (id) => ballotQuery(id).queryKey,
    draw: (id) => <Ballot id={id} />,
  },
  leaderboard: {
    addressOf: (id) => `/api/trips/${id}/awards`,
    keyOf: (id) => tripAwardsQuery(id).queryKey,
    draw: (id) => <Leaderboard id={id} />,
  },
  awards: { addressOf: () => "/api/awards/all", keyOf: () => keys.awards, draw: () => <Awards /> },
  profile: {
    addressOf: (id) => (id === "" ? "/api/squads" : `/api/users/${id}`),
    keyOf: (id) => (id === "" ? keys.squads : keys.person(id)),
    draw: (id) => <Profile id={id} />,
  },
};

function Dashboard() {
  const { data } = useQuery(dashboardQuery);
  return data && <DashboardHead {...data} />;
}

function Trip({ id }: { id: string }) {
  const { data } = useQuery(tripQuery(id));
  return data && <TripHero overview={data} />;
}

function Squad({ id }: { id: string }) {
  const { data } = useQuery(squadQuery(id));
  return data && <SquadCover squad={data.squad} />;
}

function Ballot({ id }: { id: string }) {
  const { data } = useQuery(ballotQuery(id));
  if (!data) return null;
  return (
    // The line below the title names the evening of a night, which depends on the browser's clock.
    <div className={cx("mx-auto grid max-w-3xl gap-6 px-4 py-8 sm:px-8", data.night && "[&_header_p]:invisible")}>
      <BallotHead ballot={data} />
    </div>
  );
}

function Leaderboard({ id }: { id: string }) {
  const { data } = useQuery(tripAwardsQuery(id));
  return (
    data && (
      <Wide>
        <LeaderboardHead awards={data} />
      </Wide>
    )
  );
}

/** Its largest text is below the title. */
function Awards() {
  const awards = useQueryClient().getQueryData<readonly TripAwards[]>(keys.awards);
  return (
    // Times depend on the browser's clock.
    <div className="mx-auto grid max-w-7xl gap-12 px-4 py-8 sm:px-8 [&_time]:invisible">
      <AwardsHead />
      {awards && <AwardsOfTrips awards={awards} />}
    </div>
  );
}

/** The viewer's own profile has no id in its address. */
function Profile({ id }: { id: string }) {
  const me = useMe();
  const { data } = useQuery({ ...personQuery(id), enabled: false });
  const person = id === "" || id === me.id ? me : data;
  return (
    person && (
      <Wide>
        <ProfileHead person={person} isMe={person.id === me.id} />
      </Wide>
    )
  );
}

const Wide = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">{children}</div>
);
