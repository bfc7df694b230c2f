import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { useMe } from "../core/viewer.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { crewQuery, squadMembersQuery } from "./queries.ts";
import { type Leaving, RemoveMember } from "./remove-member.tsx";

interface Props extends DialogState {
  readonly tripId: string;
  readonly squadId: string;
  /** Whether the viewer is an admin of the squad; it can change while the dialog is open. */
  readonly isAdmin: boolean;
}

/** Lets squad admins remove people from the trip, the squad or both. Others see a sentence instead. */
export function ManageMembersDialog({ open, onOpenChange, isAdmin, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Manage Members"
      text={isAdmin ? "Off this trip, out of the squad, or both." : undefined}
    >
      {isAdmin ? <Members {...rest} /> : <p>Only squad admins can remove members</p>}
    </Dialog>
  );
}

function Members({ tripId, squadId }: Pick<Props, "tripId" | "squadId">) {
  const me = useMe();
  const [leaving, setLeaving] = useState<Omit<Leaving, "isInSquad">>();
  const crew = useQuery(crewQuery(tripId));
  const squad = useQuery(squadMembersQuery(squadId));
  const failed = [crew, squad].find(({ isError, data }) => isError && !data);
  return (
    <>
      {failed ? (
        <LoadFailed of={[crew, squad]} title="The members did not load" />
      ) : !crew.data || !squad.data ? (
        <Loading label="Loading members..." className="grid gap-2" each="h-14" count={3} />
      ) : (
        <ul className="grid gap-1">
          {crew.data.map(({ userId, user }) => {
            const member = squad.data.find((one) => one.userId === userId);
            return (
              <li key={userId} className="flex min-h-14 items-center gap-3">
                <Avatar person={user} />
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="truncate font-semibold">{fullNameOf(user)}</span>
                  {member?.role === "admin" && <Chip look="spot">Admin</Chip>}
                  {userId === me.id && <Chip>You</Chip>}
                </span>
                {userId !== me.id && (
                  <Button
                    size="sm"
                    aria-label={`Remove ${fullNameOf(user)}`}
                    onClick={() => setLeaving({ userId, user })}
                  >
                    Remove
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <RemoveMember
        tripId={tripId}
        squadId={squadId}
        leaving={
          leaving && { ...leaving, isInSquad: squad.data?.some(({ userId }) => userId === leaving.userId) ?? false }
        }
        onClose={() => setLeaving(undefined)}
      />
    </>
  );
}
