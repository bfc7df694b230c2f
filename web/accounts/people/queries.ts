import { queryOptions } from "@tanstack/react-query";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { apiPage } from "../../core/api.ts";
import { callQuery, firstQuery, pagedQuery } from "../../core/call-query.ts";
import { keys } from "../../core/keys.ts";

/** A person's public profile. */
export const personQuery = (id: string) => firstQuery(keys.person(id), "GET /api/users/:id", { params: { id } });

/** The merges that the viewer made and may undo. */
export const mergesQuery = callQuery(["merges"], "GET /api/merges");

/** A person's rank in an award. */
export type PersonAward = Answer<Calls["GET /api/users/:id/awards"]>[number];

/** A person's most liked photos that the viewer may see, and their trips with the viewer. */
export const highlightsQuery = (id: string) =>
  queryOptions({
    ...callQuery([...keys.person(id), "highlights"], "GET /api/users/:id/highlights", { params: { id } }),
    // No hint arrives about likes of other people's photos, so each visit looks again.
    staleTime: 0,
  });

/** A person's first, second and third ranks in complete awards that the viewer may see, latest first. */
export const personAwardsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.person(id), "awards"],
    // The profile counts all medals, so it reads all pages.
    queryFn: async ({ signal }) => {
      const awards: PersonAward[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const query: { cursor?: string } = cursor === "" ? {} : { cursor };
        const page = await apiPage("GET /api/users/:id/awards", { params: { id }, query, signal });
        awards.push(...page.rows);
        cursor = page.next;
      }
      return awards;
    },
  });

/** Everyone the viewer shares a squad or trip with, and the viewer, by name. */
export const membersQuery = pagedQuery(keys.members, "GET /api/all-members");

/** How many people the viewer travels with, how many of their trips run today, and how many awards these trips have. */
export const crewStatsQuery = callQuery(
  // The key extends the trips' key, because the same hints change both.
  [...keys.trips, "crew-stats"],
  "GET /api/crew-stats",
);

/** The account page's data, and what deleting the account would remove. */
export const accountQuery = queryOptions({
  ...callQuery(["account"], "GET /api/account"),
  // No hint arrives about each photo of the viewer, so each visit counts them again.
  staleTime: 0,
});
export type Account = Answer<Calls["GET /api/account"]>;

/** The viewer's passkeys, newest first. */
export const passkeysQuery = callQuery(["account", "passkeys"], "GET /api/passkeys");

/** What site admins did that concerns the viewer, newest first. */
export const adminActionsQuery = callQuery(["account", "admin-actions"], "GET /api/account/admin-actions");

/** The viewer's sessions, this browser first. */
export const sessionsQuery = callQuery(["account", "sessions"], "GET /api/sessions");
