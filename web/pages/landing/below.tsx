import { useEffect } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { showWaitingToast } from "../../ui/waiting-toast.ts";
import { HowItGoes } from "./how-it-goes.tsx";
import { PublicPhotos } from "./public-photos.tsx";
import { PublicSquads } from "./public-squads.tsx";
import type { Asking } from "./use-answer.ts";

/** The rest of the landing page: how it goes, and what others show of theirs. */
export function Below({ photos }: { photos: Asking<readonly MediaItem[]> }) {
  // Whoever deleted their account arrives here. This part comes after the first view, and so does what it shows.
  useEffect(showWaitingToast, []);
  return (
    <>
      <HowItGoes />
      <div className="mx-auto grid max-w-7xl gap-14 px-4 pb-14 sm:px-8 md:gap-20 md:pb-20">
        <PublicPhotos {...photos} />
        <PublicSquads />
      </div>
    </>
  );
}
