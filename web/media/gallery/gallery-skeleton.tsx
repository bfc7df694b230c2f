import { Skeleton } from "../../ui/skeleton.tsx";

const rows = [
  ["grow-[5]", "grow-[4]", "grow-[3]"],
  ["grow-[3]", "grow-[6]", "grow-[3]"],
] as const;

/** Two rows of grey boxes while the photos load. */
export const GallerySkeleton = () => (
  <div aria-hidden="true" className="grid gap-1.5">
    {rows.map((row) => (
      <div key={row.join()} className="flex gap-1.5">
        {row.map((grow, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the boxes never change
          <Skeleton key={index} className={`h-36 basis-0 rounded-photo sm:h-52 ${grow}`} />
        ))}
      </div>
    ))}
  </div>
);
