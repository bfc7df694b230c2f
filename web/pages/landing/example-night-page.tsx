import { useQuery } from "@tanstack/react-query";
import { ReplayOf } from "../../awards/night/show/replay-of.tsx";
import { firstQuery } from "../../core/call-query.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { LoadFailed } from "../../core/load-failed.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Button } from "../../ui/button.tsx";
import { CrewColors } from "../../ui/face-colors.tsx";
import { Loading } from "../../ui/skeleton.tsx";

const exampleQuery = firstQuery(["example-night"], "GET /api/public/night");

/** `/example-night`: plays the Awards Night of an invented crew, for everybody. */
export function ExampleNightPage() {
  const night = useQuery(exampleQuery);
  usePageTitle("Watch a Night");
  if (!night.data)
    return night.isPending ? (
      <Loading label="Loading the show..." className="min-h-dvh" />
    ) : (
      <LoadFailed
        of={night}
        art={<SceneSticker src={scenes.lighthouse} />}
        title={<h1>The show did not load</h1>}
        action={<ButtonLink to={paths.home}>Back to Home</ButtonLink>}
      />
    );
  const { trip, cards } = night.data;
  const crew = cards.flatMap((card) => (card.kind === "title" ? card.crew : []));
  return (
    <CrewColors crew={crew.flatMap((person) => (person ? { userId: person.id } : []))}>
      <ReplayOf
        back={paths.home}
        title={`Awards Night · ${trip.name}`}
        trip={trip}
        cards={cards}
        hasCheers
        renderEnding={(replay) => (
          <>
            <Button size="sm" onClick={replay}>
              Replay
            </Button>
            <ButtonLink size="sm" look="primary" to={paths.createSquad}>
              Create a Squad
            </ButtonLink>
          </>
        )}
      />
    </CrewColors>
  );
}
