import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { LoadFailed } from "../core/load-failed.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { useDialog } from "../core/use-opening.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { IconButton } from "../ui/button.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Entry } from "./entry.tsx";
import { entriesQuery } from "./queries.ts";
import { byDay, dayTitle } from "./times.ts";
import { useMinutes } from "./use-minutes.ts";
import { useSeen } from "./use-seen.ts";

const SettingsDialog = onDemand(async () => (await import("./settings-dialog.tsx")).SettingsDialog);

/** `/inbox`: what happened in the viewer's squads and trips, the latest first. */
export function InboxPage() {
  usePageTitle("Inbox");
  const [isOpen, setOpen] = useDialog("settings");
  return (
    <div className="narrow-page grid gap-8 px-4 py-8 sm:px-8">
      <PageHeader
        title="Inbox"
        text="What your squads and trips were up to."
        actions={
          <IconButton label="Inbox Settings" look="plain" onClick={() => setOpen(true)} {...SettingsDialog.hint}>
            <Settings aria-hidden="true" size={20} />
          </IconButton>
        }
      />
      <Entries />
      <SettingsDialog open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}

InboxPage.fetch = (client: QueryClient) => client.prefetchInfiniteQuery(entriesQuery());

function Entries() {
  const list = useInfiniteQuery(entriesQuery());
  const entries = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const seen = useSeen(entries, list.dataUpdatedAt);
  const now = useMinutes();
  if (!list.data)
    return list.isError ? (
      <LoadFailed of={list} title="Your inbox did not load" />
    ) : (
      <Loading label="Loading your inbox..." className="grid gap-3" each="h-18" count={6} />
    );
  if (entries.length === 0 && !list.hasNextPage)
    return (
      <EmptyState
        art={<SceneSticker src={scenes.pier} />}
        title="Flat calm"
        text="When friends add photos, join a trip or win an award, you read it here."
      />
    );
  return (
    <div className="grid gap-8">
      {byDay(entries).map(([day, ofDay]) => (
        <section key={day} aria-labelledby={day} className="grid gap-2">
          <h2 id={day} className="title text-2xl">
            {dayTitle(day, now)}
          </h2>
          <ul className="-mx-3 grid gap-0.5">
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <Entry entry={entry} isNew={entry.isNew || seen.has(entry.id)} now={now} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage ? (
        <LoadMore list={list} what="entries" />
      ) : (
        <p className="text-sm text-soft">That is all. Entries stay for 90 days.</p>
      )}
    </div>
  );
}
