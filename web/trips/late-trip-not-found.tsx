import { near } from "../ui/near.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";

export const TripNotFound = near(
  async () => (await import("./trip-not-found.tsx")).TripNotFound,
  <Loading label="Loading trip...">
    <Skeleton className="h-44" />
  </Loading>,
);
