import { useInfiniteQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../core/load-failed.tsx";
import { trashDays } from "#contract/trash-limits.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type MediaScope, scopeKey, trashPage } from "../queries.ts";
import { TrashList } from "./trash-list.tsx";

/** The deleted photos of a trip or squad that the viewer may restore. */
export function TrashDialog({ scope, ...state }: DialogState & { scope: MediaScope }) {
  const trash = useInfiniteQuery({
    queryKey: [...scopeKey(scope), "trash"],
    queryFn: ({ pageParam, signal }) => trashPage(scope, pageParam === "" ? {} : { cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    enabled: state.open,
  });
  const items = trash.data?.pages.flatMap(({ rows }) => rows);
  return (
    <Dialog
      {...state}
      width="lg"
      title="Recently Deleted"
      text={`Deleted photos and videos stay here for ${trashDays} days. After that they are gone for good.`}
    >
      {items ? (
        items.length > 0 ? (
          <>
            <TrashList items={items} />
            {trash.hasNextPage && <LoadMore list={trash} what="photos" />}
          </>
        ) : (
          <EmptyState
            art={<SceneSticker src={scenes.reef} />}
            title="Nothing in here"
            text="The photos and videos that you delete wash up here first."
          />
        )
      ) : trash.isError ? (
        <LoadFailed of={trash} title="The deleted photos did not load" />
      ) : (
        <Loading label="Loading the deleted photos..." className="grid gap-3" each="h-20" count={3} />
      )}
    </Dialog>
  );
}
