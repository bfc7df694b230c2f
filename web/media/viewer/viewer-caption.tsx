import { MapPin, Pencil } from "lucide-react";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { useMe } from "../../core/viewer.ts";
import { whenOf, whoseOf } from "../words.ts";
import { locationQuery } from "../queries.ts";

const CaptionDialog = onDemand(async () => (await import("./caption-dialog.tsx")).CaptionDialog);

/** The caption of the open photo, its uploader and its time. The uploader can edit the caption. */
export function ViewerCaption({ item, maySeeLocation }: { item: MediaItem; maySeeLocation: boolean }) {
  const me = useMe();
  const [editing, setEditing] = useState(false);
  const isOwn = item.uploader?.id === me.id;
  return (
    <div className="viewer-foot @container absolute inset-x-0 bottom-0 z-10 bg-linear-to-t from-scrim/90 via-scrim/75 via-[length:calc(100%-2.5rem)] to-transparent px-4 pt-10 sm:px-6 in-[:has(>video[controls])]:hidden forced-colors:bg-[Canvas] pb-[max(1rem,env(safe-area-inset-bottom))] text-on-photo">
      <div ref={publishTop} className="flex items-center gap-3 @max-[19rem]:flex-wrap">
        {item.uploader && <Avatar person={item.uploader} className="text-on-face" />}
        <div className="mr-auto grid min-w-0 max-w-3xl grid-cols-1 leading-snug wrap-anywhere @max-[19rem]:order-last @max-[19rem]:basis-full">
          {item.caption && <Caption caption={item.caption} />}
          <p className="text-sm">
            {/* No line begins with a dot. */}
            <bdi>{whoseOf(item)}</bdi>&nbsp;· <time dateTime={item.takenAt}>{whenOf(item)}</time>
            {item.trip && (
              <>
                &nbsp;· <bdi>{item.trip.name}</bdi>
              </>
            )}
          </p>
        </div>
        {maySeeLocation && <LocationButton item={item} />}
        {isOwn && (
          <button
            type="button"
            onClick={() => setEditing(true)}
            {...CaptionDialog.hint}
            className="flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full border-2 border-current text-sm sm:px-4 font-bold hover:bg-on-photo/20"
          >
            <Pencil aria-hidden="true" size={16} />
            <span className="sr-only sm:not-sr-only">{item.caption ? "Edit Caption" : "Add Caption"}</span>
          </button>
        )}
      </div>
      {isOwn && <CaptionDialog open={editing} onOpenChange={setEditing} item={item} />}
    </div>
  );
}

/** Sets `--toast-foot` to the height of these lines above the lower edge, so that toasts stand above them, or above a video's controls. */
function publishTop(lines: HTMLElement | null) {
  if (!lines) return undefined;
  const { style } = document.body;
  const tell = () => {
    const high = lines.offsetHeight > 0 ? innerHeight - lines.getBoundingClientRect().top : 0;
    style.setProperty("--toast-foot", `max(${high}px, 4.5rem)`);
  };
  const watching = new ResizeObserver(tell);
  watching.observe(lines);
  return () => {
    watching.disconnect();
    style.removeProperty("--toast-foot");
  };
}

/** A longer caption may need scrolling. */
const shortCaption = 100;

/** A long caption scrolls, so that most of the photo stays visible. Half a line at its end shows that there is more. */
const Caption = ({ caption }: { caption: string }) => (
  <p
    dir="auto"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard can scroll it only with the focus
    tabIndex={caption.length > shortCaption ? 0 : undefined}
    // Otherwise PhotoSwipe would turn to another photo.
    onWheel={(event) => event.stopPropagation()}
    className="max-h-[calc(round(down,30dvh,1lh)-0.5lh)] touch-pan-y justify-self-start overflow-y-auto overscroll-contain font-semibold"
  >
    {caption}
  </p>
);

const LocationDialog = onDemand(async () => (await import("./location-dialog.tsx")).LocationDialog);

/** Opens the location of the open photo. Only members see it, and only if the file has a location. */
function LocationButton({ item }: { item: MediaItem }) {
  const [isOpen, setOpen] = useState(false);
  const { data: location } = useQuery(locationQuery(item.id));
  if (!location) return null;
  return (
    <>
      <button
        type="button"
        aria-label="Where"
        data-tip="Where"
        onClick={() => setOpen(true)}
        {...LocationDialog.hint}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-on-photo/20"
      >
        <MapPin aria-hidden="true" size={22} />
      </button>
      <LocationDialog open={isOpen} onOpenChange={setOpen} location={location} />
    </>
  );
}
