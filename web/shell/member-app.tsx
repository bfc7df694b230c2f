import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { User } from "#contract/people.ts";
import { personHeader } from "#contract/person-header.ts";
import type { First } from "#contract/first.ts";
import { dropFirstAnswersLater, keepFirstAnswers } from "../core/first.ts";
import { keys } from "../core/keys.ts";
import { pagesForMembers } from "./pages-for-members.tsx";
import { nextTask } from "../ui/wait.ts";
import { paths } from "../core/paths.ts";
import { ViewerContext } from "../core/viewer.ts";
import { near } from "../ui/near.tsx";
import { startLive } from "../core/live.ts";
import { page } from "../ui/page.ts";
import { MemberBar } from "./member-bar.tsx";
import { dashboardQuery, meQuery, squadQuery, squadsQuery, tripQuery } from "../core/queries.ts";
import { matchPath } from "#contract/match-path.ts";
import { createQueryClient } from "../core/query-client.ts";
import type { Match } from "./router.tsx";
import { showApp } from "./show-app.tsx";
import { TabBar } from "./tab-bar.tsx";

const AfterStart = near(async () => (await import("./after-start.tsx")).AfterStart);

/** Renders the member's app, with queries and live hints. */
export async function startMemberApp(user: User, first: First | undefined): Promise<void> {
  page.person = user.id;
  page.headers = { [personHeader]: user.id };
  page.onRefused = async (...refused) => (await import("../core/refused.ts")).leaveIfOver(...refused);
  keepFirstAnswers(first);
  dropFirstAnswersLater();
  const client = createQueryClient();
  client.setQueryData(keys.me, user);
  // Starts the page's call before React renders.
  const isReady = prefetchFirst(client);
  await nextTask();
  // Before the page renders: a page whose stream opens late fetches again what it has just fetched.
  startLive(client, first?.at);

  const Provide = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Viewed first={user}>
        {children}
        <AfterStart />
      </Viewed>
    </QueryClientProvider>
  );
  const fetch = async ({ page: shown, params }: Match) => Promise.all([isReady, shown.fetch(client, params)]);
  await showApp({ pages: pagesForMembers, fetch, Provide, Bar: MemberBar, TabBar });
}

/** Fetches what the bar and the pages that open most often show, before their code is here. A failure appears on the page. */
async function prefetchFirst(client: QueryClient): Promise<void> {
  const { pathname } = location;
  const [trip, squad] = ["/trips/:id", "/squads/:id"].map((path) => matchPath(path, pathname)?.["id"]);
  const isHome = pathname === paths.home || pathname === paths.dashboard;
  await Promise.all([
    trip && client.prefetchQuery(tripQuery(trip)),
    squad && client.prefetchQuery(squadQuery(squad)),
    isHome && client.prefetchQuery(dashboardQuery),
    client.prefetchQuery(squadsQuery),
  ]);
}

function Viewed({ first, children }: { first: User; children: ReactNode }) {
  const { data: viewer = first } = useQuery(meQuery);
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}
