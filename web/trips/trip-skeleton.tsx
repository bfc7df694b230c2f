import { GallerySkeleton } from "../media/gallery/gallery-skeleton.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";

/** Stands in for a trip page while it loads. */
export const TripSkeleton = () => (
  <Loading label="Loading trip...">
    <Skeleton className="h-64 rounded-none! md:h-96" />
    <div className="mx-auto grid max-w-7xl gap-8 px-4 py-7 sm:px-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid content-start gap-6">
        <Skeleton className="h-12 w-3/4 max-w-md" />
        <div className="flex gap-3">
          <Skeleton className="h-12 w-40 rounded-full!" />
          <Skeleton className="h-12 w-36 rounded-full!" />
        </div>
        <GallerySkeleton />
      </div>
      <div className="grid content-start gap-3">
        <Skeleton count={3} className="h-14" />
      </div>
    </div>
  </Loading>
);
