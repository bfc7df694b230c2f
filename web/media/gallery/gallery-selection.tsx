import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { Camera, Download, Trash2, X } from "lucide-react";
import type { MediaItem } from "#contract/media-item.ts";
import { formatCount } from "#contract/locale.ts";
import { sentenceOf } from "../../core/api.ts";
import { useBackCloses } from "../../ui/back.ts";
import type { DialogState } from "../../ui/dialog.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { toast } from "../../ui/toast.ts";
import { deletePhotos } from "../photos/delete-photos.ts";
import { type Selection, galleryMenuId, isChosen } from "./selection.ts";
import type { Downloads } from "../downloads/use-downloads.tsx";
import { type Source, useFetchItems, useItemsOf } from "../photos/use-items.ts";
import type { Selecting } from "./use-selection.ts";
import { Button, IconButton } from "../../ui/button.tsx";

const focusMenu = () => {
  if (!document.activeElement?.closest("[data-index]"))
    document.querySelector<HTMLElement>(`#${galleryMenuId} button`)?.focus();
};

/** Loads the dialog that uses a photo or video of a trip as proof. False where none is taken. */
export type LoadProof =
  | (() => Promise<ComponentType<DialogState & { tripId: string; mediaId: string; onAdded: () => void }>>)
  | false;

/** The bar of a selection and the actions of its buttons. */
export function GallerySelection({
  selecting,
  selection,
  source,
  mayDelete,
  downloads,
  onProof,
}: {
  selecting: Selecting;
  selection: Selection;
  source: Source;
  mayDelete: (item: MediaItem) => boolean;
  downloads: Downloads;
  onProof: LoadProof | undefined;
  /** Set by `onDemand`: the bar is there as long as the selection. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const client = useQueryClient();
  const fetchItems = useFetchItems(source);
  useBackCloses(true, selecting.end);
  const [isFetching, setFetching] = useState(false);
  const itemsOf = useItemsOf(source);
  const [ProofDialog] = useState(() => onProof && onDemand(onProof));
  const [isProving, setProving] = useState(false);
  const only = selecting.count === 1 && !selection.all ? [...selection.marked][0] : undefined;
  const leave = () => {
    selecting.end();
    focusMenu();
  };
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
        total={source.layout.total}
        busy={isFetching ? "One moment..." : downloads.busy}
        onAll={selecting.all}
        onNone={leave}
        onProof={ProofDialog && only !== undefined && (() => setProving(true))}
        onDownload={download}
        onDelete={() => void remove()}
      />
      {ProofDialog && only !== undefined && "tripId" in source.scope && (
        <ProofDialog
          open={isProving}
          onOpenChange={setProving}
          tripId={source.scope.tripId}
          mediaId={only}
          onAdded={leave}
        />
      )}
    </>
  );
}

/** On narrow screens only screen readers get the words. */
const iconAlone = "max-[20.5rem]:gap-0 max-[20.5rem]:text-[0px]";

/** The buttons for the selected photos, above the page during the selection. */
function SelectionBar({
  count,
  total,
  busy,
  onAll,
  onNone,
  onProof,
  onDownload,
  onDelete,
}: {
  count: number;
  total: number;
  /** Describes the running action. */
  busy: string | false;
  onAll: () => void;
  onNone: () => void;
  /** Absent where the selection cannot be proof. */
  onProof: (() => void) | false | undefined;
  onDownload: () => void;
  onDelete: () => void;
}) {
  const none = useEffectEvent(onNone);
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isElsewhere =
        target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu], li [role=status]");
      if (key === "Escape" && !isElsewhere) none();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <section
      aria-label="Selection"
      className="edge fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-2xl animate-rise flex-wrap items-center gap-2 rounded-card bg-card px-3 py-2 shadow-soft md:bottom-4"
    >
      <IconButton label="Stop selecting" onClick={onNone}>
        <X aria-hidden="true" size={20} />
      </IconButton>
      <output className="steady mr-auto font-bold">
        {busy || (count === 0 ? "Choose photos" : `${formatCount(count)} selected`)}
      </output>
      <Button size="sm" look="quiet" onClick={onAll} disabled={busy !== false || count === total}>
        Select All
      </Button>
      {onProof && (
        <Button
          size="sm"
          icon={<Camera aria-hidden="true" size={18} />}
          className={iconAlone}
          disabled={busy !== false}
          onClick={onProof}
        >
          Use as Proof
        </Button>
      )}
      <Button
        size="sm"
        icon={<Download aria-hidden="true" size={18} />}
        className={iconAlone}
        disabled={count === 0 || busy !== false}
        onClick={onDownload}
      >
        Download
      </Button>
      <Button
        size="sm"
        icon={<Trash2 aria-hidden="true" size={18} />}
        className={iconAlone}
        disabled={count === 0 || busy !== false}
        onClick={onDelete}
      >
        Delete
      </Button>
    </section>
  );
}
