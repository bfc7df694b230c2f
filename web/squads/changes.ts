import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "#contract/squads.ts";
import { api } from "../core/api.ts";
import { type SquadScreen, refreshMemberships, squadQuery } from "../core/queries.ts";

/**
 * A change of squad members that shows at once: `foresee` predicts the page's data. The prediction is
 * undone if the server refuses.
 */
function useCrewChange<Change>(
  id: string,
  send: (change: Change) => Promise<unknown>,
  foresee: (members: SquadScreen["members"], change: Change) => SquadScreen["members"],
) {
  const client = useQueryClient();
  const { queryKey } = squadQuery(id);
  return useMutation({
    mutationFn: send,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (screen) => {
        if (!screen) return screen;
        const members = foresee(screen.members, change);
        const memberCount = screen.squad.memberCount + members.length - screen.members.length;
        return { ...screen, members, squad: { ...screen.squad, memberCount } };
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

export const useChangeRole = (id: string) =>
  useCrewChange(
    id,
    ({ userId, role }: RoleChange) =>
      api("PATCH /api/squads/:id/members/:userId", { params: { id, userId }, body: { role } }),
    (members, { userId, role }) => members.map((one) => (one.userId === userId ? { ...one, role } : one)),
  );

export const useRemoveMember = (id: string) =>
  useCrewChange(
    id,
    (userId: string) => api("DELETE /api/squads/:id/members/:userId", { params: { id, userId } }),
    (members, userId) => members.filter((one) => one.userId !== userId),
  );
