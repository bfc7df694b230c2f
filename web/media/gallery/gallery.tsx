import { useCallback, useDeferredValue, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { GalleryFilter } from "#contract/gallery.ts";
import { chunkSize } from "#contract/gallery-shape.ts";
import type { MediaItem } from "#contract/media-item.ts";
import type { News } from "#contract/seen.ts";
import type { Page } from "../../core/api.ts";
import { today } from "../../core/calendar.ts";
import { dialogOf, useOpening } from "../../core/use-opening.ts";
import { near } from "../../ui/near.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Button } from "../../ui/button.tsx";
import { usePreload } from "../../ui/use-preload.ts";
import { EmptyState } from "../../ui/states.tsx";
import { useMe } from "../../core/viewer.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { GalleryEmpty } from "./gallery-empty.tsx";
import { GalleryHeader } from "./gallery-header.tsx";
import type { LoadProof } from "./gallery-selection.tsx";
import { GallerySkeleton } from "./gallery-skeleton.tsx";
import { PhotoWall } from "./photo-wall.tsx";
import { type MediaScope, refreshGallery } from "../queries.ts";
import { useFilter } from "./use-filter.ts";
import { useFirstPhotos } from "./use-first-photos.ts";
import { useGallery } from "./use-gallery.ts";
import { isWhole, useFetchItems } from "../photos/use-items.ts";
import { useOrder } from "./use-order.ts";
import { useWidth } from "./use-width.ts";
import { usePhotoAddress } from "../viewer/use-photo-address.ts";
import { useSelection } from "./use-selection.ts";
import { useDownloads } from "../downloads/use-downloads.tsx";
import { ViewerDoor } from "../viewer/viewer-door.tsx";

const GallerySelection = onDemand(async () => (await import("./gallery-selection.tsx")).GallerySelection);
const ImportDialog = onDemand(async () => (await import("../library/import-dialog.tsx")).ImportDialog);
const TakedownsDialog = onDemand(async () => (await import("../takedowns/takedowns-dialog.tsx")).TakedownsDialog);
const TrashDialog = onDemand(async () => (await import("../trash/trash-dialog.tsx")).TrashDialog);
const UploadSheet = onDemand(async () => (await import("../uploads/upload-sheet.tsx")).UploadSheet);
const NewLine = near(async () => (await import("../seen/new-line.tsx")).NewLine);
const UploadDrop = near(async () => (await import("../uploads/upload-drop.tsx")).UploadDrop);

export interface GalleryProps {
  readonly scope: MediaScope;
  /** The viewer is a member and may upload, like and download originals. */
  readonly mayUpload: boolean;
  /** The viewer may delete everybody's photos. */
  readonly mayModerate: boolean;
  /** The first page, if it arrived with the screen. */
  readonly first?: Page<MediaItem>;
  /** What is new to the viewer. Null for people who do not belong to the trip or squad. */
  readonly news: News | null;
  /** The first and the last day of a trip, `yyyy-mm-dd`. A trip that is over can also be shown as a story, from its first day on. */
  readonly days?: readonly [first: string, last: string];
  /** Loads the dialog that uses a selected photo of a trip as proof, where proof is taken. */
  readonly onProof?: LoadProof;
}

/** All photos of a trip or squad, newest first or as a story, with uploads, filter, selection and viewer. */
export function Gallery(props: GalleryProps) {
  const [measure, width] = useWidth();
  return (
    <div ref={measure} className="relative grid grid-cols-1 gap-4">
      {width > 0 ? <GalleryOfWidth {...props} width={width} /> : <GallerySkeleton />}
    </div>
  );
}

function GalleryOfWidth({
  scope: given,
  mayUpload,
  mayModerate,
  first,
  news,
  days,
  onProof,
  width,
}: GalleryProps & { width: number }) {
  const me = useMe();
  const client = useQueryClient();
  const scope = useStable(given);
  const [filter, setFilter] = useFilter();
  const [newSince, setNewSince] = useState<string>();
  const isPast = days !== undefined && days[1] < today();
  const isAhead = days !== undefined && days[0] > today();
  const [isStory, setStory] = useOrder(isPast);
  const { outline, source, hasLayout, indexOfId } = useGallery(scope, filter, isStory, first);
  const fetchItems = useFetchItems(source);
  const { layout } = source;
  // A wall that follows its layout in a render of its own is drawn in short slices.
  const isDrawn = useDeferredValue(hasLayout);
  const idsBetween = async (id: string | undefined, index: number) => {
    const start = (id === undefined ? undefined : indexOfId(id)) ?? index;
    return (await fetchItems(Math.min(start, index), Math.max(start, index) + 1)).map((item) => item.id);
  };
  const selecting = useSelection(layout.total, idsBetween);
  const downloads = useDownloads(scope);
  useFirstPhotos(scope, hasLayout && isWhole(filter) ? layout.total : undefined);
  usePreload(GallerySelection.hint.onFocus, mayUpload);
  const [opening, setOpening] = useOpening(["upload", "import", "takedowns", "trash"]);
  const { photoId, open, turnTo, close } = usePhotoAddress();
  const [isSlideshow, setSlideshow] = useState(false);
  const mayDelete = useCallback((item: MediaItem) => mayModerate || item.uploader?.id === me.id, [mayModerate, me.id]);

  const startShow = async () => {
    const items = await fetchItems(0, chunkSize).catch(() => []);
    // The slideshow begins with a photo that has renditions.
    const item = items.find(({ state }) => state === "ready") ?? items[0];
    if (!item) return;
    setSlideshow(true);
    open(item.id);
  };

  const mayBeNew = news && (news.count > 0 || filter.since !== undefined || wasTold(scope));
  const filterBy = (next: GalleryFilter) => {
    selecting.end();
    setFilter(next);
  };

  return (
    <>
      <GalleryHeader
        scope={scope}
        outline={outline.data}
        filter={filter}
        story={isPast ? { isOn: isStory, set: setStory } : undefined}
        mayJoinIn={mayUpload}
        mayModerate={mayModerate}
        onFilter={(next) => filterBy({ ...next, since: filter.since })}
        open={setOpening}
        onRefresh={() => refreshGallery(client, scope, filter)}
        onSelect={selecting.begin}
        onShow={() => void startShow()}
        onDownload={(part) => void downloads.ofGallery(part)}
      />
      {news && (
        // Keeps the line's place until its code is there, and takes no place without a line.
        <div className={mayBeNew ? "min-h-15" : "not-has-[fieldset]:absolute"}>
          <NewLine
            scope={scope}
            news={news}
            only={filter.since}
            onOnly={(since) => filterBy({ ...filter, since })}
            onSince={setNewSince}
          />
        </div>
      )}
      {hasLayout && isDrawn ? (
        layout.total > 0 ? (
          <PhotoWall
            width={width}
            source={source}
            firstDay={isStory ? days?.[0] : undefined}
            mayDelete={mayDelete}
            mayChoose={mayUpload}
            selecting={selecting}
            newSince={newSince}
            onOpen={(id) => {
              setSlideshow(false);
              open(id);
            }}
          />
        ) : isWhole(filter) ? (
          <GalleryEmpty mayUpload={mayUpload} isAhead={isAhead} />
        ) : (
          <EmptyState
            title="Nothing like that here"
            text="No photo or video fits what you picked."
            action={<Button onClick={() => setFilter({})}>Show Everything</Button>}
          />
        )
      ) : outline.isError ? (
        <LoadFailed of={outline} title="The photos did not load" />
      ) : (
        <>
          <output className="sr-only">Loading photos...</output>
          <GallerySkeleton />
        </>
      )}
      {hasLayout && (
        <ViewerDoor
          source={source}
          photoId={photoId}
          indexOfId={indexOfId}
          isSlideshow={isSlideshow}
          mayJoinIn={mayUpload}
          mayDelete={mayDelete}
          onTurn={turnTo}
          onClose={close}
        />
      )}
      {selecting.selection && (
        <GallerySelection
          open
          onOpenChange={selecting.end}
          selecting={selecting}
          selection={selecting.selection}
          source={source}
          mayDelete={mayDelete}
          downloads={downloads}
          onProof={onProof}
        />
      )}
      {downloads.dialog}
      {mayUpload && (
        <>
          <UploadDrop scope={scope} />
          <ImportDialog scope={scope} {...dialogOf("import", opening, setOpening)} />
          <TakedownsDialog scope={scope} mayModerate={mayModerate} {...dialogOf("takedowns", opening, setOpening)} />
          <TrashDialog scope={scope} {...dialogOf("trash", opening, setOpening)} />
          <UploadSheet scope={scope} {...dialogOf("upload", opening, setOpening)} />
        </>
      )}
    </>
  );
}

/** Whether a line of before this page was loaded anew may come back. */
function wasTold(scope: MediaScope): boolean {
  try {
    return sessionStorage.getItem(`new ${Object.values(scope).join()}`) !== null;
  } catch {
    // The browser blocks storage.
    return false;
  }
}

/** Returns the same object at each render for the same trip or squad. */
function useStable(scope: MediaScope): MediaScope {
  const [kept, setKept] = useState(scope);
  const isSame = JSON.stringify(kept) === JSON.stringify(scope);
  if (!isSame) setKept(scope);
  return isSame ? kept : scope;
}
