import type { APIRequestContext } from "@playwright/test";
import { send } from "./seed.ts";

interface Look {
  readonly description?: string;
  readonly icon?: string;
  readonly color?: string;
  readonly order?: number;
}

/** Adds an award as the trip's last and returns its id. */
export async function addAward(request: APIRequestContext, trip: string, name: string, look: Look = {}) {
  const made = await send(request, "POST", `/api/trips/${trip}/categories`, {
    description: `For the ${name}`,
    order: 100,
    ...look,
    name,
  });
  return made["id"]!;
}

export const castVote = (request: APIRequestContext, category: string, nominee: { readonly id?: string }) =>
  send(request, "POST", `/api/categories/${category}/vote`, { nomineeId: nominee.id });

/** Creates a trip with these dates and returns its id. */
export async function addTrip(
  request: APIRequestContext,
  {
    name,
    squad = null,
    from = "2026-07-04",
    to = "2026-07-11",
  }: { name: string; squad?: string | null; from?: string; to?: string },
) {
  const fields = { name, location: "Peniche, Portugal", startDate: from, endDate: to, squadId: squad };
  return (await send(request, "POST", "/api/trips", fields))["id"]!;
}
