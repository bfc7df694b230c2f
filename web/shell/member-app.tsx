import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import type { User } from "#contract/people.ts";
import { keys } from "../keys.ts";
import { ViewerContext } from "../viewer.ts";
import { startLive } from "./live.ts";
import { MemberBar } from "./member-bar.tsx";
import { PageFrame } from "./page-frame.tsx";
import { meQuery } from "./queries.ts";
import { createQueryClient } from "./query-client.ts";
import { TabBar } from "./tab-bar.tsx";

/** The app as a member has it: queries, and the server's hints of what changed. */
export function createMemberApp(user: User) {
  const client = createQueryClient();
  client.setQueryData(keys.me, user);
  startLive(client);

  function Viewed() {
    const { data = user } = useQuery(meQuery);
    return (
      <ViewerContext value={data}>
        <PageFrame audience="member" bar={<MemberBar />} tabBar={<TabBar />} />
      </ViewerContext>
    );
  }

  return function MemberApp() {
    return (
      <QueryClientProvider client={client}>
        <Viewed />
      </QueryClientProvider>
    );
  };
}
