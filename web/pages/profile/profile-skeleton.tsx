import { Loading, Skeleton } from "../../ui/skeleton.tsx";

/** Stands in for a profile page while it loads. */
export const ProfileSkeleton = () => (
  <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
    <div className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-8">
      <Skeleton className="size-28 shrink-0 rounded-full!" />
      <div className="grid w-full flex-1 gap-3">
        <Skeleton className="h-14 w-64" />
        <Skeleton className="h-6 w-full max-w-md" />
      </div>
    </div>
    <DetailsSkeleton />
  </div>
);

/** Stands in for what a profile shows below its head. It is taller than a screen, so that nothing in sight moves. */
export const DetailsSkeleton = () => (
  <Loading label="Loading awards..." className="grid min-h-dvh content-start gap-8">
    <Skeleton className="h-11 w-80 max-w-full" />
    <div className="flex gap-4">
      <Skeleton count={3} className="h-24 flex-1 rounded-card!" />
    </div>
    <Skeleton className="h-64 rounded-card!" />
  </Loading>
);
