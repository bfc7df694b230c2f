import { ButtonLink, TextLink } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { paths } from "../../core/paths.ts";
import { near } from "../../ui/near.tsx";
import { AwardBadges } from "./award-badges.tsx";
import { Mosaic } from "./mosaic.tsx";
import { StatsStrip } from "./stats-strip.tsx";
import { useAnswer } from "./use-answer.ts";

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
