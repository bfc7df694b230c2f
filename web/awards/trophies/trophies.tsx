import { near, useNear } from "../../ui/near.tsx";
import { Loading } from "../../ui/skeleton.tsx";

const waiting = <Loading label="Loading trophies..." each="h-64 rounded-card" />;
const TrophyCabinet = near(async () => (await import("./trophy-cabinet.tsx")).TrophyCabinet, waiting);

/** The trophy cabinet of a squad. It stands below the fold, so it loads when it comes near. */
export function Trophies({ squadId }: { squadId: string }) {
  const [section, isNear] = useNear<HTMLElement>();
  return (
    <section ref={section} aria-labelledby="trophies" className="grid min-w-0 gap-5">
      <h2 id="trophies" className="title text-3xl">
        Trophy Cabinet
      </h2>
      {isNear ? <TrophyCabinet key={squadId} squadId={squadId} /> : waiting}
    </section>
  );
}
