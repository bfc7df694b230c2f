import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "#contract/squads.ts";
import { api } from "../core/api.ts";
import { type SquadOverview, refreshMemberships, squadQuery } from "../core/queries.ts";

/**
 * A change of squad members that shows before the server answers: `predict` gives the members after it.
 * A failed call restores the page's data.
 */
function useMemberChange<Change>(
  id: string,
  send: (change: Change) => Promise<unknown>,
  predict: (members: SquadOverview["members"], change: Change) => SquadOverview["members"],
) {
  const client = useQueryClient();
  const { queryKey } = squadQuery(id);
  return useMutation({
    mutationFn: send,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (overview) => {
        if (!overview) return overview;
        const members = predict(overview.members, change);
        const memberCount = overview.squad.memberCount + members.length - overview.members.length;
        return { ...overview, members, squad: { ...overview.squad, memberCount } };
      });
      return before;
    },
    onError: (_error, _change, before) => client.setQueryData(queryKey, before),
    onSettled: () => refreshMemberships(client),
  });
}

export interface RoleChange {
  readonly userId: string;
  readonly role: Role;
}

/** Makes a member an admin, or an admin a plain member. */
export const useChangeRole = (id: string) =>
  useMemberChange(
    id,
    ({ userId, role }: RoleChange) =>
      api("PATCH /api/squads/:id/members/:userId", { params: { id, userId }, body: { role } }),
    (members, { userId, role }) => members.map((one) => (one.userId === userId ? { ...one, role } : one)),
  );

/** Removes a member from the squad and all its trips. */
export const useRemoveMember = (id: string) =>
  useMemberChange(
    id,
    (userId: string) =>
      api("DELETE /api/squads/:id/members/:userId", { params: { id, userId }, query: { trips: "leave" } }),
    (members, userId) => members.filter((one) => one.userId !== userId),
  );
