import type { LikedPhoto } from "#contract/media-item.ts";
import { Link, paths } from "../../core/link.tsx";
import { Picture } from "../../ui/picture.tsx";

/** A photo in a row that opens in the gallery of its trip or squad. */
export function LinkedPhoto({ photo, alt, className }: { photo: LikedPhoto; alt: string; className: string }) {
  const to = photo.trip
    ? paths.photo(photo.trip.id, photo.id)
    : photo.squadId && paths.squadPhoto(photo.squadId, photo.id);
  const picture = (
    <Picture
      src={`${photo.filePath}?size=thumb`}
      alt={alt}
      width={photo.width}
      height={photo.height}
      thumbhash={photo.placeholder}
      className={`size-full rounded-photo object-cover ${className}`}
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
