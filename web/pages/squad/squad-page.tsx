import type { QueryClient } from "@tanstack/react-query";
import { SquadPage } from "../../squads/squad-page.tsx";
import { squadQuery } from "../../core/queries.ts";
import { takeFirstOutline } from "../../media/queries.ts";
import { near } from "../../ui/near.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

// Code of its own, so that the page's first view has a request less.
const Trophies = near(
  async () => (await import("../../awards/trophies/trophies.tsx")).Trophies,
  <Skeleton className="h-80 rounded-card" />,
);

/** A squad with its trophy cabinet. */
export const SquadWithTrophies = ({ params }: { params: { id: string } }) => (
  <SquadPage params={params} trophies={<Trophies key={params.id} squadId={params.id} />} />
);

SquadWithTrophies.fetch = (client: QueryClient, { id }: { id: string }) =>
  Promise.all([client.prefetchQuery(squadQuery(id)), takeFirstOutline(client, { squadId: id })]);
