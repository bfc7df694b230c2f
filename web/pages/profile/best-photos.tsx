import type { LikedPhoto } from "#contract/media-item.ts";
import { LinkedPhoto } from "../../media/photos/linked-photo.tsx";
import { PhotoRows } from "../../media/photos/photo-rows.tsx";

/** A person's most liked photos that the viewer may see. */
export function BestPhotos({ photos }: { photos: readonly LikedPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="best-photos" className="grid gap-4">
      <h2 id="best-photos" className="title text-3xl">
        Best Photos
      </h2>
      <PhotoRows photos={photos} className="[--row:7rem] sm:[--row:10rem]">
        {(photo) => (
          <LinkedPhoto
            photo={photo}
            alt={photo.caption || (photo.trip ? `Photo from ${photo.trip.name}` : "Photo")}
            className="max-h-80"
          />
        )}
      </PhotoRows>
    </section>
  );
}
