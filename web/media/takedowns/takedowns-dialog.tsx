import { useInfiniteQuery } from "@tanstack/react-query";
import { takedownDays } from "#contract/takedown-limits.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import type { MediaScope } from "../queries.ts";
import { BannedPeople } from "./banned-people.tsx";
import { HeldList } from "./held-list.tsx";
import { takedownsQuery } from "./queries.ts";

/** The held photos of a trip or squad that the viewer may know of. An admin also sees there who may not ask. */
export function TakedownsDialog({
  scope,
  mayModerate,
  ...state
}: DialogState & { scope: MediaScope; mayModerate: boolean }) {
  const held = useInfiniteQuery({ ...takedownsQuery(scope), enabled: state.open });
  const items = held.data?.pages.flatMap(({ rows }) => rows);
  return (
    <Dialog
      {...state}
      width="lg"
      title="Asked to Be Taken Down"
      text={`Somebody would rather not have these in the gallery. Without an answer they come back after ${takedownDays} days.`}
    >
      {items ? (
        items.length > 0 ? (
          <>
            <HeldList items={items} />
            {held.hasNextPage && <LoadMore list={held} what="photos" />}
          </>
        ) : (
          <EmptyState
            art={<SceneSticker src={scenes.reef} />}
            title="Nothing in here"
            text="Nobody asks for a photo to be taken down."
          />
        )
      ) : held.isError ? (
        <LoadFailed of={held} title="The list did not load" />
      ) : (
        <Loading label="Loading the photos..." className="grid gap-3" each="h-28" count={2} />
      )}
      {mayModerate && "squadId" in scope && <BannedPeople squadId={scope.squadId} isOpen={state.open} />}
    </Dialog>
  );
}
