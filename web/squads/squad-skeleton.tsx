import { Loading, Skeleton } from "../ui/skeleton.tsx";

/** Stands in for a squad page while it loads. */
export const SquadSkeleton = () => (
  <Loading label="Loading squad...">
    <div className="edge-b relative">
      <div data-head>
        <Skeleton className="h-72 rounded-none! sm:h-96" />
      </div>
      <div className="absolute inset-x-0 bottom-0 mx-auto grid max-w-7xl gap-3 px-4 pb-7 sm:px-8">
        <div aria-hidden="true" className="h-12 w-2/3 max-w-sm rounded-tile bg-card" />
        <div aria-hidden="true" className="h-6 w-1/3 max-w-56 rounded-tile bg-card" />
      </div>
    </div>
    <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
      <div className="flex flex-wrap gap-3">
        <Skeleton className="h-12 w-36 rounded-full!" />
        <Skeleton className="h-12 w-44 rounded-full!" />
      </div>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton count={3} className="h-96 rounded-card!" />
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton count={3} className="h-20 rounded-card!" />
      </div>
    </div>
  </Loading>
);
