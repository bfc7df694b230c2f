import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import type { First } from "#contract/first.ts";
import type { User } from "#contract/people.ts";
import { personHeader } from "#contract/person-header.ts";
import { dropFirstAnswersLater, keepFirstAnswers } from "../core/first.ts";
import { useSquads } from "../core/current-squad.ts";
import { startLive } from "../core/live.ts";
import { holdReads } from "../offline/hold-reads.ts";
import { readOnly } from "../core/read-only.ts";
import { createMemberQueries, meQuery, squadsQuery } from "../core/queries.ts";
import { ViewerContext, useMe } from "../core/viewer.ts";
import { near } from "../ui/near.tsx";
import { page } from "../ui/page.ts";
import { nextTask } from "../ui/wait.ts";
import { MemberBar } from "./member-bar.tsx";
import type { App } from "./page-frame.tsx";
import { pagesForMembers } from "./pages-for-members.tsx";
import { showApp } from "./show-app.tsx";
import { TabBar } from "./tab-bar.tsx";

const SeatNotice = near(async () => (await import("../accounts/seat/seat-notice.tsx")).SeatNotice);
const ReadOnlyBar = near(async () => (await import("../core/read-only-bar.tsx")).ReadOnlyBar);
const WaitingSeats = near(async () => (await import("../squads/waiting-seats.tsx")).WaitingSeats);
const AfterStart = near(async () => (await import("./after-start.tsx")).AfterStart);

/** What the device keeps of the viewer. */
interface Kept {
  /** Lets the queries show it until the server has answered. */
  readonly show: (client: QueryClient) => void;
}

/** Renders the member's app, with queries and live hints. `kept`: the page opens from the device. */
export async function startMemberApp(user: User, first: First | undefined, kept?: Kept): Promise<void> {
  page.person = user.id;
  page.headers = { [personHeader]: user.id };
  page.onRefused = async (...refused) => (await import("../core/refused.ts")).onRefused(...refused);
  keepFirstAnswers(first);
  dropFirstAnswersLater();
  page.onOtherBuild = async () => {
    const late = await import("../offline/other-build.ts").catch(() => undefined);
    await late?.onOtherBuild();
  };
  holdReads();
  const client = createMemberQueries(user);
  kept?.show(client);
  await nextTask();
  // Before the page renders: a page whose stream opens late fetches again what it has just fetched.
  startLive(client, first?.at);
  await showApp(createMemberApp(user, client, first));
}

/** The member's app, in the browser and on the server. */
export const createMemberApp = (user: User, client: QueryClient, first?: First): App => ({
  pages: pagesForMembers,
  fetch: async ({ page: shown, params }) =>
    // The page first: an answer for the dashboard is one for the squads too.
    Promise.all([shown.fetch(client, params), client.prefetchQuery(squadsQuery)]),
  Provide: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Viewed first={user}>
        {children}
        <AfterStart me={user} first={first} />
      </Viewed>
    </QueryClientProvider>
  ),
  Bar: MemberBar,
  Notice,
  TabBar,
});

/** That nothing can be changed, what a seat lacks, or who waits for an admin. */
function Notice() {
  const { isSeat } = useMe();
  const { squads } = useSquads();
  if (useSyncExternalStore(readOnly.subscribe, readOnly.current, readOnly.current)) return <ReadOnlyBar />;
  if (isSeat) return <SeatNotice />;
  return squads?.some(({ waiting }) => waiting > 0) && <WaitingSeats />;
}

function Viewed({ first, children }: { first: User; children: ReactNode }) {
  const { data: viewer = first } = useQuery(meQuery);
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}
