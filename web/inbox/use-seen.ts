import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { InboxEntry } from "#contract/inbox.ts";
import { type Page, api } from "../core/api.ts";
import { closeNotifications } from "../core/device/subscription.ts";
import { countQuery } from "./count-query.ts";
import { entriesQuery } from "./queries.ts";

/** Milliseconds for which a person sees the entries before they count as seen. */
const glanceMs = 1000;

/**
 * Tells the server that these entries are seen, once they have been visible for a second. Returns the ids of those that were new in this
 * visit, which keep their dots. `fetchedAt`: when they came. After a failure, the next answer is another try.
 */
export function useSeen(entries: readonly InboxEntry[], fetchedAt: number): ReadonlySet<string> {
  const client = useQueryClient();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const told = useRef("");
  const failedAt = useRef(0);
  const latest = useRef(entries);
  useEffect(() => {
    latest.current = entries;
  }, [entries]);
  const until = entries.some(({ isNew }) => isNew) ? entries[0]?.at : undefined;
  useEffect(() => {
    if (until === undefined || until <= told.current || fetchedAt === failedAt.current) return undefined;
    const tell = async () => {
      told.current = until;
      const ids = latest.current.filter(({ isNew }) => isNew).map(({ id }) => id);
      setSeen((before) => new Set([...before, ...ids]));
      try {
        await api("PUT /api/inbox/seen", { body: { until } });
        await keepSeen(client, until);
        await closeNotifications().catch(() => undefined);
      } catch {
        told.current = "";
        failedAt.current = fetchedAt;
      }
    };
    let timer = 0;
    const look = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = window.setTimeout(() => void tell(), glanceMs);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [until, fetchedAt, client]);
  return seen;
}

type Entries = InfiniteData<Page<InboxEntry>>;

/** Notes in the caches that everything until this instant is seen. A count that is on its way is older. */
async function keepSeen(client: QueryClient, until: string): Promise<void> {
  await client.cancelQueries({ queryKey: countQuery.queryKey });
  client.setQueryData(countQuery.queryKey, { count: 0 });
  client.setQueryData(entriesQuery().queryKey, (all) => all && seenUntil(all, until));
}

const seenUntil = (all: Entries, until: string): Entries => ({
  ...all,
  pages: all.pages.map((page) => ({
    ...page,
    rows: page.rows.map((entry) => (entry.at <= until ? { ...entry, isNew: false } : entry)),
  })),
});
