import { useInfiniteQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useId } from "react";
import { sentenceOf } from "../../core/api.ts";
import { VideoBadge } from "../../media/viewer/video-badge.tsx";
import { altOf } from "../../media/words.ts";
import { renditionOf } from "../../scenes/rendition.ts";
import { Button } from "../../ui/button.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { choiceQuery } from "./queries.ts";

/** The photos and videos of a trip, newest first, as radio buttons. */
export function PhotoChoice({
  tripId,
  chosen,
  onChoose,
}: {
  tripId: string;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  const group = useId();
  const photos = useInfiniteQuery(choiceQuery(tripId));
  if (photos.isError && !photos.data)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-soft">
        {sentenceOf(photos.error)}
        <Button size="sm" onClick={() => void photos.refetch()} busy={photos.isFetching && "Trying again..."}>
          Try Again
        </Button>
      </p>
    );
  if (!photos.data)
    return (
      <div className={grid}>
        <output className="sr-only">Loading photos...</output>
        <Skeleton count={10} className="aspect-square rounded-photo" />
      </div>
    );
  const shown = photos.data.pages.flatMap(({ rows }) => rows).filter(({ state }) => state === "ready");
  if (shown.length === 0 && !photos.hasNextPage)
    return <p className="text-soft">Nothing on film yet. A line will do.</p>;
  return (
    <fieldset>
      <legend className="sr-only">Photos of this trip</legend>
      <div className={grid}>
        {shown.map((item) => (
          <label
            key={item.id}
            className="relative block aspect-square overflow-hidden rounded-photo has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              checked={chosen === item.id}
              onChange={() => onChoose(item.id)}
              className="peer sr-only"
            />
            <Picture
              src={renditionOf(item.filePath, "thumb")}
              alt={altOf(item)}
              width={item.width}
              height={item.height}
              thumbhash={item.placeholder}
              className="size-full object-cover"
            />
            <VideoBadge item={item} />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 hidden rounded-photo border-4 border-spot shadow-[inset_0_0_0_2px_var(--edge-color)] peer-checked:block"
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute top-2 left-2 hidden size-6 place-items-center rounded-full border-2 border-edge bg-spot text-on-spot peer-checked:grid"
            >
              <Check size={16} strokeWidth={3.5} />
            </span>
          </label>
        ))}
      </div>
      {photos.hasNextPage && <LoadMore list={photos} what="photos" />}
    </fieldset>
  );
}

const grid = "grid grid-cols-3 gap-1.5 sm:grid-cols-5";
