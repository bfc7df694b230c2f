import { near } from "../ui/near.tsx";
import { Loading } from "../ui/skeleton.tsx";

export const TripNotFound = near(
  async () => (await import("./trip-not-found.tsx")).TripNotFound,
  <Loading label="Loading trip..." each="h-44" />,
);
