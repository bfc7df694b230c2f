import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TripMember } from "#contract/trips.ts";
import { plural } from "#contract/locale.ts";
import { api, sentenceOf } from "../core/api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/states.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { useMe } from "../core/viewer.ts";
import { PeoplePicker } from "./people-picker.tsx";
import { crewQuery, refreshTrip, squadMembersQuery } from "./queries.ts";

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
        <ErrorState
          title="The crew did not load"
          text={sentenceOf(failed.error)}
          onRetry={() => void Promise.all([crew, squad].filter(({ isError }) => isError).map((one) => one.refetch()))}
          busy={crew.isFetching || squad.isFetching}
        />
      ) : isLoading || !crew.data ? (
        <Loading label="Loading the crew..." className="grid gap-2">
          <Skeleton count={3} className="h-14" />
        </Loading>
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
