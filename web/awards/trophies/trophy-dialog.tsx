import type { Trophy } from "#contract/titles.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { ProofPhoto } from "../receipts/proof-photo.tsx";
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
  return <ProofPhoto tripId={tripId} photo={photo} className="max-h-[55dvh] rounded-photo object-contain" />;
}
