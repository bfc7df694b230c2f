import { GallerySkeleton } from "../media/gallery/gallery-skeleton.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";

/** Stands in for a trip page while it loads. */
export const TripSkeleton = () => (
  <Loading label="Loading trip...">
    <div data-head>
      <Skeleton className="h-44 rounded-none! sm:h-60 md:h-72 lg:h-[clamp(20rem,27vw,26rem)]" />
    </div>
    <div className="mx-auto grid max-w-7xl gap-4 px-4 py-4 sm:px-8">
      <Skeleton className="h-24 md:hidden" />
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-7 w-32" />
      <div className="flex gap-5 overflow-hidden">
        <Skeleton count={6} className="h-12 w-40 shrink-0 rounded-full!" />
      </div>
      <div className="flex gap-3 lg:justify-end">
        <Skeleton className="h-12 w-40 rounded-full!" />
        <Skeleton className="h-12 w-36 rounded-full!" />
      </div>
      <GallerySkeleton />
    </div>
  </Loading>
);
