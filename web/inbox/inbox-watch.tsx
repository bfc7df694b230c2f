import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { showBadge } from "../core/device/badge.ts";
import { near } from "../ui/near.tsx";
import { countQuery } from "./count-query.ts";
import { watchCount } from "./watch-count.ts";

const PushWatch = near(async () => (await import("./pushes/push-watch.tsx")).PushWatch);

/**
 * Asks how many entries are new: at first, and again when a hint says that something happened. The icon of the installed app shows the
 * number too. Mount it once.
 */
export function InboxWatch() {
  const client = useQueryClient();
  const { data } = useQuery(countQuery);
  useEffect(() => watchCount(client), [client]);
  useEffect(() => {
    if (data) void showBadge(data.count);
  }, [data]);
  return <PushWatch />;
}
