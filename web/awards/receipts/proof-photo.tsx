import type { LikedPhoto } from "#contract/media-item.ts";
import { Link, paths } from "../../core/link.tsx";
import { renditionOf } from "../../scenes/rendition.ts";
import { Picture } from "../../ui/picture.tsx";
import { cx } from "../../ui/class-names.ts";

/** The photo of a proof, as wide as its place. It opens in the gallery of its trip. `className` has its corners and its greatest height. */
export const ProofPhoto = ({ tripId, photo, className }: { tripId: string; photo: LikedPhoto; className: string }) => (
  <Link to={paths.photo(tripId, photo.id)} className={cx("block w-full", className)}>
    <Picture
      src={renditionOf(photo.filePath, "medium")}
      alt={photo.caption ? `Proof: ${photo.caption}` : "Proof, a photo of this trip"}
      width={photo.width}
      height={photo.height}
      thumbhash={photo.placeholder}
      className={cx("h-auto w-full", className)}
    />
  </Link>
);
