import type { Trophy } from "#contract/titles.ts";
import { ButtonLink, Link, paths } from "../../core/link.tsx";
import { renditionOf } from "../../scenes/rendition.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Picture } from "../../ui/picture.tsx";
import { winnersOf } from "./trophy-words.ts";

/** The proof for which somebody won a trophy, and the way to its leaderboard. */
export const TrophyDialog = ({ trophy, ...state }: DialogState & { trophy: Trophy | undefined }) => (
  <Dialog
    {...state}
    title={trophy?.category.name ?? "Trophy"}
    text={trophy && `${winnersOf(trophy)} · ${trophy.trip.name}, ${trophy.trip.year}`}
  >
    {trophy && (
      <div className="grid justify-items-center gap-5">
        {trophy.receipt && <Proof tripId={trophy.trip.id} receipt={trophy.receipt} />}
        <ButtonLink to={paths.leaderboard(trophy.trip.id, trophy.category.id)}>See the Leaderboard</ButtonLink>
      </div>
    )}
  </Dialog>
);

/** The text or the photo of a receipt. The photo opens in the gallery of its trip. */
function Proof({ tripId, receipt: { text, photo } }: { tripId: string; receipt: NonNullable<Trophy["receipt"]> }) {
  if (!photo)
    return (
      <blockquote className="w-full rounded-tile bg-tint px-4 py-3 text-lg leading-snug font-semibold wrap-anywhere">
        “{text}”
      </blockquote>
    );
  return (
    <Link to={paths.photo(tripId, photo.id)} className="block w-full rounded-photo">
      <Picture
        src={renditionOf(photo.filePath, "medium")}
        alt={photo.caption ? `Proof: ${photo.caption}` : "Proof, a photo of this trip"}
        width={photo.width}
        height={photo.height}
        thumbhash={photo.placeholder}
        className="h-auto max-h-[55dvh] w-full rounded-photo object-contain"
      />
    </Link>
  );
}
