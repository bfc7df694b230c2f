import type { MediaItem } from "#contract/media-item.ts";
import type { BriefTrip } from "#contract/trips.ts";
import { dayOf, today } from "../../core/calendar.ts";
import { ButtonLink } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { LinkedPhoto } from "../../media/photos/linked-photo.tsx";
import { PhotoRows } from "../../media/photos/photo-rows.tsx";
import { fullNameOf } from "../../ui/avatar.tsx";
import { near } from "../../ui/near.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Section } from "./section.tsx";

const VideoBadge = near(async () => (await import("../../media/viewer/video-badge.tsx")).VideoBadge);

const maxPhotos = 12;

/** The latest photos of the viewer's squads and trips. */
export function RecentMemories({ media, trips }: { media: readonly MediaItem[]; trips: readonly BriefTrip[] }) {
  const trip = trips.find(({ startDate }) => dayOf(startDate) <= today()) ?? trips[0];
  return (
    <Section id="gallery" title="Recent Memories">
      {media.length === 0 ? (
        <EmptyState
          art={<SceneSticker src={scenes.reef} />}
          title="No photos yet"
          text="The first one is usually blurry, and always the best."
          action={trip && <ButtonLink to={paths.trip(trip.id, "upload")}>Add Photos</ButtonLink>}
        />
      ) : (
        <PhotoRows photos={media.slice(0, maxPhotos)} className="[--row:7rem] sm:[--row:10rem] lg:[--row:12rem]">
          {(photo) => <Memory photo={photo} />}
        </PhotoRows>
      )}
    </Section>
  );
}

function Memory({ photo }: { photo: MediaItem }) {
  return (
    <div className="relative size-full">
      <LinkedPhoto photo={photo} alt={altOf(photo)} className="max-h-96" />
      <VideoBadge item={photo} />
    </div>
  );
}

/** The caption of a photo; without one, its kind, uploader and trip. */
function altOf({ caption, uploader, trip, fileType }: MediaItem): string {
  if (caption) return caption;
  const kind = fileType.startsWith("video") ? "Video" : "Photo";
  const by = uploader ? ` by ${fullNameOf(uploader)}` : "";
  return `${kind}${by}${trip ? ` from ${trip.name}` : ""}`;
}
