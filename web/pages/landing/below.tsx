import { useEffect } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { Footer } from "../../core/footer.tsx";
import { showWaitingToast } from "../../ui/waiting-toast.ts";
import { HowItGoes } from "./how-it-goes.tsx";
import { PublicPhotos } from "./public-photos.tsx";
import { PublicSquads } from "./public-squads.tsx";
import type { Asking } from "./use-answer.ts";

/** The lower part of the landing page: the three steps, public photos, public squads and the foot. */
export function Below({ photos }: { photos: Asking<readonly MediaItem[]> }) {
  // A person who deleted their account arrives here. The code of the toast loads with this part, after the first view.
  useEffect(showWaitingToast, []);
  return (
    <>
      <HowItGoes />
      <div className="mx-auto grid max-w-7xl gap-14 px-4 pb-14 sm:px-8 md:gap-20 md:pb-20">
        <PublicPhotos {...photos} />
        <PublicSquads />
      </div>
      <Footer />
    </>
  );
}
