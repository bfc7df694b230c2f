import { Skeleton } from "../../ui/skeleton.tsx";
import { AwardsSkeleton } from "./profile-awards.tsx";

/** Stands in for a profile page while it loads. */
export const ProfileSkeleton = () => (
  <div className="mx-auto grid max-w-3xl gap-10 px-4 py-8 sm:px-8 sm:py-12">
    <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start sm:gap-8">
      <Skeleton className="size-28 shrink-0 rounded-full!" />
      <div className="grid w-full flex-1 justify-items-center gap-3 sm:justify-items-start">
        <Skeleton className="h-14 w-64" />
        <Skeleton className="h-6 w-full max-w-md" />
      </div>
    </div>
    <AwardsSkeleton />
  </div>
);
