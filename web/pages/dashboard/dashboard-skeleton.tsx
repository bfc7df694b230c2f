import { Loading, Skeleton } from "../../ui/skeleton.tsx";

/** Stands in for the dashboard while it loads. */
export const DashboardSkeleton = () => (
  <Loading label="Loading your adventure...">
    <Skeleton className="h-64 rounded-none" />
    <div className="mx-auto grid max-w-7xl gap-12 px-4 py-8 sm:px-8 md:py-10">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Skeleton count={4} className="h-24 rounded-card" />
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
