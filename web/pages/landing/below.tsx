import { useEffect } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { Footer } from "../../core/footer.tsx";
import { type Path, ButtonLink, paths } from "../../core/link.tsx";
import { showWaitingToast } from "../../ui/waiting-toast.ts";
import { PublicSquads } from "./public-squads.tsx";
import type { Asking } from "./use-answer.ts";
import { scenes } from "../../scenes/scenes.ts";
import { PhotoRows } from "../../media/photos/photo-rows.tsx";
import { renditionOf } from "../../scenes/rendition.ts";
import { Button } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";

/** The lower part of the landing page: the three steps, public photos, public squads and the foot. */
export function Below({ photos }: { photos: Asking<readonly MediaItem[]> }) {
  // A person who deleted their account arrives here. The code of the toast loads with this part, after the first view.
  useEffect(showWaitingToast, []);
  return (
    <>
      <HowItGoes />
      <div className="mx-auto grid max-w-7xl gap-14 px-4 pb-14 sm:px-8 md:gap-20 md:pb-20">
        <PublicPhotos {...photos} />
        <PublicSquads />
      </div>
      <Footer />
    </>
  );
}

const steps: readonly {
  readonly scene: string;
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly to: Path; readonly label: string };
}[] = [
  {
    scene: scenes.boards,
    title: "Round up the squad",
    text: "One link in the group chat, and everybody is in. The squad stays for the next trip, and the one after.",
  },
  {
    scene: scenes.reef,
    title: "Pour in the photos",
    text: "Straight from the phone, in full quality, in one gallery. Nobody has to ask for “the one on the boat” again.",
  },
  {
    scene: scenes.camp,
    title: "Hold Awards Night",
    text: "Vote in secret. Then everybody opens one page, on phones and the TV, and the winners come out one by one.",
    link: { to: paths.exampleNight, label: "Watch a Night" },
  },
];

/** The product in three steps. */
const HowItGoes = () => (
  <section className="mx-auto grid max-w-7xl gap-8 px-4 py-14 sm:px-8 md:py-20">
    <h2 className="poster text-4xl md:text-5xl">How it goes</h2>
    <ol className="grid gap-8 md:grid-cols-3">
      {steps.map(({ scene, title, text, link }, index) => (
        <li key={title} className="grid content-start gap-3">
          <img
            src={scene}
            alt=""
            width={400}
            height={300}
            loading="lazy"
            className="aspect-4/3 w-full rounded-card object-cover"
          />
          <h3 className="title mt-1 text-2xl">
            {index + 1}. {title}
          </h3>
          <p className="text-soft">{text}</p>
          {link && (
            <ButtonLink to={link.to} size="sm" className="w-fit">
              {link.label}
            </ButtonLink>
          )}
        </li>
      ))}
    </ol>
  </section>
);

/** The answer holds more. */
const maxPhotos = 12;

/** The latest photos of public squads, in rows, each as wide as its aspect ratio asks. */
const PublicPhotos = (asked: Asking<readonly MediaItem[]>) => (
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
