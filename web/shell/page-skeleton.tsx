import { Loading, Skeleton } from "../ui/skeleton.tsx";

/** The shape of any page, while its code or its first answer is on the way. */
export const PageSkeleton = () => (
  <Loading label="Loading..." className="mx-auto grid max-w-6xl gap-6 px-4 py-8 sm:px-8">
    <Skeleton className="h-12 w-2/3 max-w-md" />
    <Skeleton className="h-40" />
    <Skeleton className="h-40" />
  </Loading>
);
