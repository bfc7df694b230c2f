import type { LikedPhoto } from "#contract/media-item.ts";
import { Link } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { PhotoRows } from "../../media/photos/photo-rows.tsx";
import { Picture } from "../../ui/picture.tsx";
import { retryImage } from "../../ui/retry-image.ts";

/** A person's most liked photos that the viewer may see. */
export function BestPhotos({ photos }: { photos: readonly LikedPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="best-photos" className="grid gap-4">
      <h2 id="best-photos" className="title text-3xl">
        Best Photos
      </h2>
      <PhotoRows photos={photos} className="[--row:7rem] sm:[--row:10rem]">
        {(photo) => <BestPhoto photo={photo} />}
      </PhotoRows>
    </section>
  );
}

function BestPhoto({ photo }: { photo: LikedPhoto }) {
  const to = photo.trip
    ? paths.photo(photo.trip.id, photo.id)
    : photo.squadId && paths.squadPhoto(photo.squadId, photo.id);
  const picture = (
    <Picture
      src={`${photo.filePath}?size=thumb`}
      alt={photo.caption || (photo.trip ? `Photo from ${photo.trip.name}` : "Photo")}
      width={photo.width}
      height={photo.height}
      thumbhash={photo.placeholder}
      onError={retryImage}
      className="size-full max-h-80 rounded-photo object-cover"
    />
  );
  return to ? (
    <Link to={to} className="block size-full">
      {picture}
    </Link>
  ) : (
    picture
  );
}
