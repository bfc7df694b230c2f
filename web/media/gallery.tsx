import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { type Page, sentenceOf } from "../api.ts";
import { ErrorState } from "../ui/states.tsx";
import { useMe } from "../viewer.ts";
import { GalleryEmpty } from "./gallery-empty.tsx";
import { GalleryHeader } from "./gallery-header.tsx";
import { GallerySkeleton } from "./gallery-skeleton.tsx";
import { LoadMore } from "./load-more.tsx";
import { PhotoDays } from "./photo-days.tsx";
import { type MediaScope, mediaQuery, photosOf } from "./queries.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { useOpening } from "../trips/use-opening.ts";
import { UploadDrop } from "./upload-drop.tsx";
import { useFirstPhotos } from "./use-first-photos.ts";
import { usePhotoAddress } from "./use-photo-address.ts";
import { ViewerDoor } from "./viewer-door.tsx";

const UploadDialog = onDemand(async () => (await import("./upload-dialog.tsx")).UploadDialog);

export interface GalleryProps {
  readonly scope: MediaScope;
  /** The viewer belongs here: may upload, like, and have originals. */
  readonly mayUpload: boolean;
  /** The viewer may delete anyone's photos, not just their own. */
  readonly mayModerate: boolean;
  /** The first page, where it came with the screen. */
  readonly first?: Page<MediaItem>;
}

/** All photos of a trip or squad, newest first: uploads go in here, and a photo opens in the viewer. */
export function Gallery({ scope, mayUpload, mayModerate, first }: GalleryProps) {
  const me = useMe();
  const media = useInfiniteQuery(mediaQuery(scope, first));
  const photos = useMemo(() => photosOf(media.data), [media.data]);
  useFirstPhotos(scope, media.data && photos.length);
  const [opening, setOpening] = useOpening(["upload"]);
  const { photoId, open, leaf, close } = usePhotoAddress();
  const mayDelete = useCallback((item: MediaItem) => mayModerate || item.uploader?.id === me.id, [mayModerate, me.id]);
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError, hasNextPage } = media;
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);

  return (
    <div className="relative grid grid-cols-1 gap-4">
      <GalleryHeader scope={scope} mayUpload={mayUpload} onRefresh={media.refetch} />
      {media.data ? (
        photos.length === 0 ? (
          <GalleryEmpty mayUpload={mayUpload} />
        ) : (
          <div>
            <PhotoDays photos={photos} hasMore={hasNextPage} mayDelete={mayDelete} onOpen={open} />
            {hasNextPage && (
              <LoadMore what="photos" isLoading={isFetchingNextPage} hasFailed={isFetchNextPageError} onWanted={more} />
            )}
          </div>
        )
      ) : media.isError ? (
        <ErrorState
          title="The photos did not load"
          text={sentenceOf(media.error)}
          onRetry={() => void media.refetch()}
          busy={media.isFetching}
        />
      ) : (
        <>
          <output className="sr-only">Loading photos...</output>
          <GallerySkeleton />
        </>
      )}
      {media.data && (
        <ViewerDoor
          photos={photos}
          photoId={photoId}
          hasMore={hasNextPage}
          isLoading={isFetchingNextPage}
          hasFailed={isFetchNextPageError}
          mayJoinIn={mayUpload}
          mayDelete={mayDelete}
          onMore={more}
          onLeaf={leaf}
          onClose={close}
        />
      )}
      {mayUpload && <UploadDrop scope={scope} />}
      {mayUpload && (
        <UploadDialog
          scope={scope}
          open={opening === "upload"}
          onOpenChange={(next) => setOpening(next ? "upload" : undefined)}
        />
      )}
    </div>
  );
}
