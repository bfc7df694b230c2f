import { GallerySkeleton } from "../media/gallery/gallery-skeleton.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";

/** Stands in for a trip page while it loads. */
export const TripSkeleton = () => (
  <Loading label="Loading trip...">
    <Skeleton className="h-64 rounded-none! md:h-96" />
    <div className="mx-auto grid max-w-7xl gap-8 px-4 py-5 sm:px-8 md:py-8">
      <Skeleton className="h-12 w-3/4 max-w-md" />
      <div className="flex gap-3">
        <Skeleton className="h-12 w-40 rounded-full!" />
        <Skeleton className="h-12 w-36 rounded-full!" />
      </div>
      <div className="flex gap-3">
        <Skeleton count={3} className="h-14 w-48" />
      </div>
      <GallerySkeleton />
    </div>
  </Loading>
);
