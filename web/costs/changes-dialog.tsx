import { useInfiniteQuery } from "@tanstack/react-query";
import { LoadFailed } from "../core/load-failed.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { ChangeList } from "./change-list.tsx";
import { changesQuery } from "./queries.ts";

/** What people changed in the costs and payments of a trip. What was deleted comes back from here. */
export const ChangesDialog = ({ tripId, ...state }: DialogState & { tripId: string }) => (
  <Dialog
    {...state}
    title="What Changed"
    text="Costs and payments of the last 90 days. What was deleted can come back."
  >
    <Changes tripId={tripId} />
  </Dialog>
);

function Changes({ tripId }: { tripId: string }) {
  const list = useInfiniteQuery(changesQuery(tripId));
  if (!list.data)
    return list.isError ? (
      <LoadFailed of={list} title="The history did not load" />
    ) : (
      <Loading label="Loading what changed..." className="grid gap-3" each="h-12" count={4} />
    );
  const changes = list.data.pages.flatMap(({ rows }) => rows);
  return (
    <div className="grid gap-4">
      {changes.length === 0 ? (
        <p className="text-soft">Nobody has changed anything yet.</p>
      ) : (
        <ChangeList tripId={tripId} changes={changes} />
      )}
      {list.hasNextPage && <ShowMore list={list} what="changes" />}
    </div>
  );
}
