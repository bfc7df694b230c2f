import { Suspense } from "react";
import { lazyPart } from "../../ui/late.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useNear } from "../../ui/use-near.ts";

const TrophyCabinet = lazyPart(async () => (await import("./trophy-cabinet.tsx")).TrophyCabinet);

/** The trophy cabinet of a squad. It stands below the fold, so it loads when it comes near. */
export function Trophies({ squadId }: { squadId: string }) {
  const [section, isNear] = useNear<HTMLElement>(false);
  const waiting = (
    <Loading label="Loading trophies...">
      <Skeleton className="h-64 rounded-card" />
    </Loading>
  );
  return (
    <section ref={section} aria-labelledby="trophies" className="grid min-w-0 gap-5">
      <h2 id="trophies" className="title text-3xl">
        Trophy Cabinet
      </h2>
      {isNear ? (
        <Suspense fallback={waiting}>
          <TrophyCabinet key={squadId} squadId={squadId} />
        </Suspense>
      ) : (
        waiting
      )}
    </section>
  );
}
