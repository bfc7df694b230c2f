import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Squad } from "#contract/squads.ts";
import { api, apiPage } from "../core/api.ts";
import { keys } from "../core/keys.ts";
import { tellProblem } from "../core/tell-problem.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { everyPage } from "../trips/queries.ts";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Loading } from "../ui/skeleton.tsx";

const removedQuery = (squadId: string) =>
  queryOptions({
    queryKey: [...keys.squad(squadId), "removed"],
    queryFn: ({ signal }) =>
      everyPage((cursor) =>
        apiPage("GET /api/squads/:id/removed", { params: { id: squadId }, query: { cursor }, signal }),
      ),
  });

/** The people whom admins removed from a squad, each with a button that lets them join again. */
export const RemovedDialog = ({ squad, ...state }: DialogState & { squad: Squad }) => (
  <Dialog
    {...state}
    title="Removed People"
    text={
      squad.isPublic
        ? "They cannot join again by themselves. A personal invitation or you can let them."
        : "While the squad is private, nobody joins without an invitation. These people could not join either if you made it public."
    }
  >
    <Removed squadId={squad.id} />
  </Dialog>
);

function Removed({ squadId }: { squadId: string }) {
  const client = useQueryClient();
  const query = useQuery(removedQuery(squadId));
  const { data, error } = query;
  const list = useRef<HTMLDivElement>(null);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (userId: string) => api("DELETE /api/squads/:id/removed/:userId", { params: { id: squadId, userId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: removedQuery(squadId).queryKey });
      // The focused button is gone.
      list.current?.focus();
    },
    onError: (fault) => tellProblem(fault, "Error", "Failed to update squad. Please try again."),
  });
  if (!data && error) return <LoadFailed of={query} title="The list did not load" />;
  if (!data) return <Loading label="Loading people..." className="grid gap-2" each="h-14" count={2} />;
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {data.length === 0 ? (
        <p>Nobody is kept out.</p>
      ) : (
        <ul className="grid gap-1">
          {data.map(({ user }) => (
            <li key={user.id} className="flex min-h-14 items-center gap-3">
              <Avatar person={user} />
              <span className="min-w-0 flex-1 truncate font-semibold">{fullNameOf(user)}</span>
              <Button
                size="sm"
                aria-label={`Let Back In: ${fullNameOf(user)}`}
                busy={isPending && variables === user.id && "Letting in..."}
                onClick={() => mutate(user.id)}
              >
                Let Back In
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
