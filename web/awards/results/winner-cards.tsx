import type { TripAwards } from "#contract/awards.ts";
import { dealPhotos } from "./deal-photos.ts";
import { WinnerCard } from "./winner-card.tsx";

/** A card for each complete award of a trip. The cards of each row fill the width; on a phone they are one row to swipe. */
export function WinnerCards({ awards: { trip, categories, bestPhotos } }: { awards: TripAwards }) {
  const complete = categories.filter(({ votingProgress }) => votingProgress.isComplete);
  if (complete.length === 0) return null;
  const photos = dealPhotos(complete, bestPhotos);
  return (
    <ul className="flex gap-5 max-sm:-mx-4 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:gap-3 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 sm:flex-wrap">
      {complete.map((award) => (
        <li
          key={award.category.id}
          className="@container min-w-0 max-sm:snap-start max-sm:not-only:flex-[0_0_86%] max-sm:only:flex-1 sm:flex-[1_1_20rem]"
        >
          <WinnerCard tripId={trip.id} award={award} photo={photos.get(award.category.id)} />
        </li>
      ))}
    </ul>
  );
}
