import { Loading, Skeleton } from "../ui/skeleton.tsx";

/** The skeleton of a page whose code or first answer is loading. */
export const PageSkeleton = () => (
  <Loading label="Loading..." className="mx-auto grid max-w-7xl gap-6 px-4 py-8 sm:px-8">
    <Skeleton className="h-12 w-2/3 max-w-md" />
    <Skeleton className="h-40" count={2} />
  </Loading>
);
