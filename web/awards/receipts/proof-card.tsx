import type { ShownReceipt } from "#contract/nights.ts";
import { Link } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { renditionOf } from "../../scenes/rendition.ts";
import { Picture } from "../../ui/picture.tsx";

/** The text or the photo of a receipt. The photo opens in the gallery of its trip. */
export function ProofContent({ tripId, receipt: { text, photo } }: { tripId: string; receipt: ShownReceipt }) {
  if (!photo) return <blockquote className="min-w-0 leading-snug wrap-anywhere">“{text}”</blockquote>;
  return (
    <Link to={paths.photo(tripId, photo.id)} className="block w-fit rounded-photo">
      <Picture
        src={renditionOf(photo.filePath, "thumb")}
        alt={photo.caption ? `Proof: ${photo.caption}` : "Proof, a photo of this trip"}
        width={photo.width}
        height={photo.height}
        thumbhash={photo.placeholder}
        className="h-20 w-auto max-w-40 rounded-photo object-cover"
      />
    </Link>
  );
}
