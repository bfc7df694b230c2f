import type { MediaItem } from "#contract/media-item.ts";
import { PhotoRows } from "../../media/photos/photo-rows.tsx";
import { renditionOf } from "../../scenes/rendition.ts";
import { Button } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import type { Asking } from "./use-answer.ts";

/** The answer holds more. */
const maxPhotos = 12;

/** The latest photos of public squads, in rows, each as wide as its aspect ratio asks. */
export const PublicPhotos = (asked: Asking<readonly MediaItem[]>) => (
  <section id="gallery" aria-labelledby="public-photos" className="grid gap-6">
    <div className="grid gap-1.5">
      <h2 id="public-photos" className="poster text-4xl md:text-5xl">
        Fresh from the water
      </h2>
      <p className="text-lg text-soft">The latest photos that public squads share with everybody.</p>
    </div>
    <Rows {...asked} />
  </section>
);

function Rows({ answer, isFailed, again }: Asking<readonly MediaItem[]>) {
  if (!answer && isFailed)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4">
        <p className="text-soft">The photos did not come through.</p>
        <Button size="sm" onClick={again} aria-label="Try Again to load the photos">
          Try Again
        </Button>
      </div>
    );
  if (!answer)
    return (
      <Loading label="Loading photos..." className="grid grid-cols-2 gap-2 md:grid-cols-4">
        <Skeleton className="h-44 rounded-photo!" />
        <Skeleton className="h-44 rounded-photo!" />
        <Skeleton className="h-44 rounded-photo! max-md:hidden" />
        <Skeleton className="h-44 rounded-photo! max-md:hidden" />
      </Loading>
    );
  if (answer.length === 0)
    return <p className="text-soft">No squad has opened its gallery yet. Yours could be the first.</p>;
  return (
    <PhotoRows photos={answer.slice(0, maxPhotos)} className="[--row:8rem] sm:[--row:13rem]">
      {(item, index) => (
        <Picture
          src={renditionOf(item.filePath, "cover")}
          alt={
            item.fileType.startsWith("video")
              ? `Video ${index + 1} of a public squad`
              : `Photo ${index + 1} of a public squad`
          }
          width={item.width}
          height={item.height}
          thumbhash={item.placeholder}
          className="size-full max-h-96 rounded-photo object-cover"
        />
      )}
    </PhotoRows>
  );
}
