import { useEffect, useState } from "react";
import type { SquadCard } from "#contract/squads.ts";
import { api, firstAnswer } from "../../core/api.ts";
import { sceneOf } from "../../scenes/scenes.ts";

/** Shows a visitor which squad they are about to join. Shows nothing of a squad that their invitation does not open. */
export function SquadToJoin({ id, invite }: { id: string; invite: string | undefined }) {
  const ask = { params: { id }, query: { invite } };
  // Null if the server shows nothing of it.
  const [squad, setSquad] = useState<SquadCard | null | undefined>(() =>
    firstAnswer("GET /api/public/squads/:id", ask),
  );
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!squad) void api("GET /api/public/squads/:id", ask).then(setSquad, () => setSquad(null));
    // oxlint-disable-next-line react/exhaustive-deps -- once: the page shows one squad
  }, []);
  if (squad === null) return null;
  return (
    <div className="flex min-h-16 items-center gap-4">
      {squad && (
        <>
          {/* `Cover` would bring the code of the members' app. */}
          <img
            src={squad.photoUrl && !isDrawn ? `${squad.photoUrl}?size=thumb` : sceneOf(squad)}
            alt=""
            onError={() => setDrawn(true)}
            className="edge size-16 shrink-0 rounded-card object-cover"
          />
          <p className="min-w-0 wrap-anywhere">
            You are joining <strong className="title block text-xl">{squad.name}</strong>
          </p>
        </>
      )}
    </div>
  );
}
