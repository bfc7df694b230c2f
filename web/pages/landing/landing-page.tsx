import type { ReactNode } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import type { Stats } from "#contract/overviews.ts";
import { formatCount, plural } from "#contract/locale.ts";
import { ButtonLink, TextLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { near } from "../../ui/near.tsx";
import { type Asking, useAnswer } from "./use-answer.ts";
import { cx } from "../../ui/class-names.ts";
import { renditionOf } from "../../scenes/rendition.ts";
import { scenes } from "../../scenes/scenes.ts";

/** The code below the counts loads after the first view. */
const Below = near(async () => (await import("./below.tsx")).Below, <div className="min-h-dvh" />);

/** The home page of a visitor. */
export function LandingPage() {
  usePageTitle("");
  const photos = useAnswer("GET /api/public/recent-media");
  const stats = useAnswer("GET /api/public/stats");
  return (
    <>
      <section className="relative overflow-hidden pt-72 pb-12 lg:flex lg:min-h-[560px] lg:items-center lg:py-16">
        <Mosaic photos={photos.answer ?? []} />
        <AwardBadges />
        <div className="relative mx-auto w-full max-w-7xl px-4 sm:px-8">
          <div className="max-w-xl lg:pl-6">
            <h1 className="poster text-[clamp(2.75rem,12vw,5.25rem)]">Your crew. Your trip. Your legends.</h1>
            <p className="mt-5 mb-7 max-w-md text-xl text-soft">
              Plan the trip, pour every photo into one place, then vote on who really earned Best Wipeout.
            </p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={paths.createSquad} look="primary">
                Create a Squad
              </ButtonLink>
              <ButtonLink to={paths.findSquad}>Find a Squad</ButtonLink>
            </div>
            <p className="mt-5 text-soft">
              Already have an account?{" "}
              <TextLink to={paths.auth()} className="inline-block py-2.5 text-main">
                Login here
              </TextLink>
            </p>
          </div>
        </div>
      </section>
      <StatsStrip {...stats} />
      <Below photos={photos} />
    </>
  );
}

const badges: readonly { drawing: ReactNode; words: readonly [string, string]; look: string }[] = [
  {
    drawing: (
      <path d="M7 3h10v2h4v3q0 4-5 5-1 2-3 2.5V18h3v3H8v-3h3v-2.5Q9 15 8 13 3 12 3 8V5h4zM5 7v1q0 2 2 2.7V7zm14 0h-2v3.7Q19 10 19 8z" />
    ),
    words: ["Best", "Wipeout"],
    look: "top-10 right-[34%] -rotate-10 bg-face-1 lg:top-[12%] lg:right-[22%]",
  },
  {
    drawing: (
      <path d="M13 2q1 4 4 7t2.5 7-7.5 6-7.5-6 2-7q.5 3 2.5 3.5Q8 7 13 2zm-1 18q3 0 3-2.5T12 13q-.5 2-2 3t-1 2.5q.5 1.5 3 1.5z" />
    ),
    words: ["Dawn", "Patrol"],
    look: "top-24 right-4 rotate-8 bg-face-3 lg:top-[42%] lg:right-[6%]",
  },
  {
    drawing: <path d="M2 7q3 1 5 3 3-4 7-4 5 0 8 6-3 6-8 6-4 0-7-4-2 2-5 3 1-3 1-5T2 7zm15 3a1.5 1.5 0 1 0 .01 0z" />,
    words: ["Camp", "Chef"],
    look: "top-36 left-5 rotate-5 bg-face-2 lg:top-auto lg:bottom-[8%] lg:left-auto lg:right-[28%]",
  },
];

/** Examples of awards, as stickers on the mosaic. */
const AwardBadges = () => (
  <ul aria-label="Awards a crew may vote on" className="absolute inset-0 mx-auto max-w-[1500px]">
    {badges.map(({ drawing, words, look }) => (
      <li
        key={words[1]}
        className={cx(
          "edge absolute grid size-24 content-center justify-items-center gap-1 rounded-full text-center font-display text-[13px] leading-[1.05] font-extrabold text-on-face shadow-stamp lg:size-30 lg:text-sm",
          look,
        )}
      >
        <svg aria-hidden="true" viewBox="0 0 24 24" className="w-6 fill-current lg:w-8">
          {drawing}
        </svg>
        <span>
          {words[0]}
          <br />
          {words[1]}
        </span>
      </li>
    ))}
  </ul>
);

const posters = Object.values(scenes);

/**
 * Tilted tiles behind the text, each with a photo of a public squad, or with a drawing until there is one. No picture is there twice.
 * `theme.css` has the looks, because the first page pays for code and not for styles.
 */
function Mosaic({ photos }: { photos: readonly MediaItem[] }) {
  // Photos that follow each other look alike.
  const apart = Math.max(1, Math.floor(photos.length / posters.length));
  return (
    <div aria-hidden="true" className="mosaic">
      <div>
        {posters.map((poster, index) => {
          const photo = photos[index * apart];
          return (
            <div key={poster}>
              {/* Lazy and of low priority, so that the text does not wait for ten pictures. */}
              <img
                src={photo ? renditionOf(photo.filePath, "tile") : poster}
                alt=""
                decoding="async"
                loading="lazy"
                fetchPriority="low"
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const figures: readonly { one: string; other: string; of: keyof Stats }[] = [
  { one: "trip", other: "trips", of: "tripCount" },
  { one: "photo", other: "photos", of: "photoCount" },
  { one: "award", other: "awards", of: "awardCategoryCount" },
  { one: "crew", other: "crew", of: "userCount" },
];

/** A server with fewer trips hides its numbers. */
const fewestTrips = 10;

/**
 * How many trips, photos, awards and people Swellmates has, in one row. Its height is the same before and after loading. Nothing on a
 * server with few trips.
 */
const StatsStrip = ({ answer, isFailed }: Asking<Stats>) =>
  answer && answer.tripCount < fewestTrips ? null : (
    <section aria-label="Swellmates in numbers" className="edge-t edge-b bg-card">
      <dl className="mx-auto flex max-w-7xl justify-between gap-x-4 px-4 py-4 sm:justify-start sm:gap-x-8 sm:px-8">
        {figures.map(({ of, ...name }) => (
          <div key={of} className="flex flex-col-reverse sm:flex-row-reverse sm:items-baseline sm:gap-2">
            <dt className="font-semibold text-soft">{plural(answer?.[of] ?? 0, name)}</dt>
            <dd className="steady min-w-4 font-display text-xl font-extrabold">
              {answer ? formatCount(answer[of]) : isFailed ? <abbr title="Not known right now">–</abbr> : " "}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
