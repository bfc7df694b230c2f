import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TripMember } from "#contract/trips.ts";
import { plural } from "#contract/locale.ts";
import type { Person } from "#contract/people.ts";
import { api, sentenceOf } from "../core/api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { useMe } from "../core/viewer.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { crewQuery, refreshTrip, squadMembersQuery } from "./queries.ts";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { findPeople } from "./find-people.ts";
import { FindSomeone } from "./find-someone.tsx";

interface Props extends DialogState {
  readonly tripId: string;
  readonly squadId: string | null;
  /** Whether the viewer may remove others from the crew. Every member may add people. */
  readonly mayRemove: boolean;
}

/** Adds squad members to a trip's crew, and removes people from it. */
export function EditCrewDialog({ open, onOpenChange, tripId, squadId, mayRemove }: Props) {
  const crew = useQuery({ ...crewQuery(tripId), enabled: open });
  const squad = useQuery({ ...squadMembersQuery(squadId ?? ""), enabled: open && squadId !== null });
  const failed = [crew, squad].find(({ isError, data }) => isError && !data);
  const isLoading = !crew.data || (squadId !== null && !squad.data);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit Crew"
      text="The crew votes on the awards, and can win them."
    >
      {failed ? (
        <LoadFailed of={[crew, squad]} title="The crew did not load" />
      ) : isLoading || !crew.data ? (
        <Loading label="Loading the crew..." className="grid gap-2" each="h-14" count={3} />
      ) : (
        <CrewForm
          tripId={tripId}
          crew={crew.data}
          others={(squad.data ?? []).filter(({ userId }) => !crew.data.some((one) => one.userId === userId))}
          mayRemove={mayRemove}
          onDone={() => onOpenChange(false)}
        />
      )}
    </Dialog>
  );
}

function CrewForm({
  tripId,
  crew,
  others,
  mayRemove,
  onDone,
}: {
  tripId: string;
  crew: readonly TripMember[];
  others: readonly Pick<TripMember, "userId" | "user">[];
  mayRemove: boolean;
  onDone: () => void;
}) {
  const me = useMe();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(crew.map(({ userId }) => userId)));
  const gone = crew.filter(({ userId }) => !chosen.has(userId));
  const isOnCrew = (userId: string) => crew.some((one) => one.userId === userId);
  const save = useMutation({
    mutationFn: () => api("PUT /api/trips/:id/members", { params: { id: tripId }, body: { userIds: [...chosen] } }),
    onSuccess: () => {
      void refreshTrip(client, tripId);
      toast({ title: "Crew updated" });
      onDone();
    },
  });
  const toggle = (userId: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(userId)) after.add(userId);
      return after;
    });

  return (
    <div className="grid gap-4">
      <PeoplePicker
        people={[...crew, ...others]}
        chosen={chosen}
        fixed={(userId) =>
          isOnCrew(userId) && !mayRemove && userId !== me.id ? "Only organizers can take others off" : undefined
        }
        onToggle={toggle}
      />
      <p className="text-sm font-semibold text-alarm empty:hidden">
        {gone.length > 0 &&
          plural(gone.length, {
            one: "One person leaves the crew: in open awards their votes go, and votes for them no longer count.",
            other: `${gone.length} people leave the crew: in open awards their votes go, and votes for them no longer count.`,
          })}
      </p>
      <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
        {chosen.size === 0 ? "A trip needs at least one person." : save.error && sentenceOf(save.error)}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone} disabled={save.isPending}>
          Cancel
        </Button>
        <Button
          look="primary"
          busy={save.isPending && "Saving..."}
          disabled={chosen.size === 0}
          onClick={() => save.mutate()}
        >
          Save Crew
        </Button>
      </div>
    </div>
  );
}

/** Longer lists show a search box. */
const maxWithoutSearch = 12;

/** A list of people with checkboxes. `fixed` gives the reason why a person cannot be changed, shown beside the box. */
function PeoplePicker({
  people,
  chosen,
  fixed,
  onToggle,
}: {
  people: readonly { readonly userId: string; readonly user: Person }[];
  chosen: ReadonlySet<string>;
  fixed: (userId: string) => string | undefined;
  onToggle: (userId: string) => void;
}) {
  const [words, setWords] = useState("");
  return (
    <div className="grid gap-2">
      {people.length > maxWithoutSearch && <FindSomeone words={words} onChange={setWords} />}
      <ul className="-mx-2 grid">
        {findPeople(people, words).map(({ userId, user }) => {
          const reason = fixed(userId);
          return (
            <li key={userId}>
              <label className="flex min-h-14 items-center gap-3 rounded-tile px-2 py-1.5 hover:bg-tint has-disabled:cursor-not-allowed">
                <input
                  type="checkbox"
                  className="size-6 shrink-0 accent-(--action)"
                  checked={chosen.has(userId)}
                  disabled={reason !== undefined}
                  onChange={() => onToggle(userId)}
                />
                <Avatar person={user} />
                <span className="grid min-w-0">
                  <span className="truncate font-semibold">{fullNameOf(user)}</span>
                  {reason !== undefined && <span className="text-sm text-soft">{reason}</span>}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
