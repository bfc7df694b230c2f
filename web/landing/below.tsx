import type { MediaItem } from "#contract/media-item.ts";
import { HowItGoes } from "./how-it-goes.tsx";
import { PublicPhotos } from "./public-photos.tsx";
import { PublicSquads } from "./public-squads.tsx";
import type { Asking } from "./use-answer.ts";

/** The rest of the landing page: how it goes, and what others show of theirs. */
export const Below = ({ photos }: { photos: Asking<readonly MediaItem[]> }) => (
  <>
    <HowItGoes />
    <div className="mx-auto grid max-w-7xl gap-14 px-4 pb-14 sm:px-8 md:gap-20 md:pb-20">
      <PublicPhotos {...photos} />
      <PublicSquads />
    </div>
  </>
);
