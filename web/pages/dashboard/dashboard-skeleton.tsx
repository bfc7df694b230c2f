import { Loading, Skeleton } from "../../ui/skeleton.tsx";

/** Stands in for the dashboard while it loads. */
export const DashboardSkeleton = () => (
  <Loading label="Loading your adventure...">
    <Skeleton className="h-48 rounded-none sm:h-64 lg:h-100" />
    <div className="mx-auto grid max-w-7xl gap-12 px-4 py-8 sm:px-8 md:py-10">
      <div className="grid gap-5">
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-44 rounded-photo!" />
      </div>
      <div className="grid gap-5">
        <Skeleton className="h-9 w-48" />
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Skeleton count={3} className="h-72 rounded-card" />
        </div>
      </div>
    </div>
  </Loading>
);
