import { useCallback, useEffect, useRef, useState } from "react";
import type { SquadCard } from "#contract/squads.ts";
import { apiPage, sentenceOf } from "../../core/api.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { dealScenes } from "../../scenes/deal-scenes.ts";
import { scenes } from "../../scenes/scenes.ts";
import { SquadTile } from "../../squads/squad-tile.tsx";
import { TileSkeletons } from "../../squads/tile-skeletons.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";

const perPage = 6;

/** Public squads, newest first, with links for visitors to join. */
export function PublicSquads() {
  const { squads, next, problem, busy, more } = usePublicSquads();
  const dealt = dealScenes(squads ?? []);
  return (
    <section aria-labelledby="public-squads" className="grid gap-6">
      <div className="grid gap-1.5">
        <h2 id="public-squads" className="poster text-4xl md:text-5xl">
          Squads with an open door
        </h2>
        <p className="text-lg text-soft">
          Public squads take anybody along. Most squads are private, and so will yours be.
        </p>
      </div>
      {squads?.length === 0 && (
        <EmptyState
          art={<SceneSticker src={scenes.boards} />}
          title="No public squads yet"
          text="A friend's invite link opens the private ones."
          action={<ButtonLink to={paths.createSquad}>Create a Squad</ButtonLink>}
        />
      )}
      <ul className="grid gap-6 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
        {squads?.map((squad, index) => (
          <li key={squad.id}>
            <SquadTile
              squad={squad}
              scene={dealt[index]!}
              to={paths.joinSquad(squad.id)}
              actions={
                <ButtonLink to={paths.register(paths.joinSquad(squad.id))} aria-label={`Join ${squad.name}`}>
                  Join
                </ButtonLink>
              }
            />
          </li>
        ))}
      </ul>
      {!squads && problem === undefined && <TileSkeletons label="Loading public squads..." />}
      {problem !== undefined && (
        <ErrorState title="The squads did not come through" text={sentenceOf(problem)} onRetry={more} busy={busy} />
      )}
      {problem === undefined && next !== null && squads && (
        <Button className="justify-self-center" busy={busy && "Loading..."} onClick={more}>
          Show More
        </Button>
      )}
    </section>
  );
}

/** The public squads in pages: `more` loads the next page, or retries a failed one. */
function usePublicSquads() {
  const [squads, setSquads] = useState<readonly SquadCard[]>();
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const cursor = useRef<string>(undefined);

  const more = useCallback(async () => {
    setBusy(true);
    try {
      const page = await apiPage("GET /api/public/squads", { query: { limit: perPage, cursor: cursor.current } });
      cursor.current = page.next ?? undefined;
      setSquads((before = []) => [...before, ...page.rows]);
      setNext(page.next);
      setProblem(undefined);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  }, []);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void more();
  }, [more]);
  return { squads, next, problem, busy, more: () => void more() };
}
