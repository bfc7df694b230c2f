import { Loading, Skeleton } from "../ui/skeleton.tsx";

/** Stand in for squad tiles while these load. */
export const TileSkeletons = ({ label, count = 3 }: { label: string; count?: number }) => (
  <Loading label={label} className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="overflow-hidden rounded-card border border-line bg-card">
        <Skeleton className="aspect-[2/1] rounded-none!" />
        <div className="grid gap-3 p-5">
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-1/3" />
        </div>
      </div>
    ))}
  </Loading>
);
