import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { sentenceOf } from "../../core/api.ts";
import { useBackCloses } from "../../ui/back.ts";
import { toast } from "../../ui/toast.ts";
import { deletePhotos } from "../photos/delete-photos.ts";
import { type Selection, galleryMenuId, isChosen } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import type { Downloads } from "../downloads/use-downloads.tsx";
import { type Source, useFetchItems, useItemsOf } from "../photos/use-items.ts";
import type { Selecting } from "./use-selection.ts";

const focusMenu = () => {
  if (!document.activeElement?.closest("[data-index]"))
    document.querySelector<HTMLElement>(`#${galleryMenuId} button`)?.focus();
};

/** The bar of a selection and the actions of its buttons. */
export function GallerySelection({
  selecting,
  selection,
  source,
  total,
  mayDelete,
  downloads,
}: {
  selecting: Selecting;
  selection: Selection;
  source: Source;
  total: number;
  mayDelete: (item: MediaItem) => boolean;
  downloads: Downloads;
  /** Set by `onDemand`: the bar is there as long as the selection. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const client = useQueryClient();
  const fetchItems = useFetchItems(source);
  useBackCloses(true, selecting.end);
  const [isFetching, setFetching] = useState(false);
  const itemsOf = useItemsOf(source);
  const chosen = async () =>
    selection.all
      ? (await fetchItems(0, source.layout.total)).filter(({ id }) => isChosen(selection, id))
      : itemsOf(selection.marked);

  const download = () => {
    const marked = [...selection.marked];
    const wanted = selection.all ? { ...source.scope, ...source.filter, except: marked } : { ids: marked };
    void downloads.ofChosen(selecting.count, wanted, chosen);
  };

  const remove = async () => {
    setFetching(true);
    try {
      const items = await chosen();
      const own = items.filter(mayDelete);
      if (own.length === 0) {
        toast({
          title: "Not yours to delete",
          text: "Only whoever uploaded a photo or an organizer can.",
          look: "danger",
        });
        return;
      }
      selecting.end();
      void deletePhotos(client, own, items.length - own.length);
    } catch (error) {
      toast({ title: "Not deleted", text: sentenceOf(error), look: "danger" });
    } finally {
      setFetching(false);
    }
  };

  return (
    <>
      {/* Room to scroll the last photos above the bar. */}
      <div aria-hidden="true" className="h-40 md:h-24" />
      <SelectionBar
        count={selecting.count}
        total={total}
        busy={isFetching ? "One moment..." : downloads.busy}
        onAll={selecting.all}
        onNone={() => {
          selecting.end();
          focusMenu();
        }}
        onDownload={download}
        onDelete={() => void remove()}
      />
    </>
  );
}
