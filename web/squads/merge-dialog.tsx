import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "#contract/locale.ts";
import type { MergePlan } from "#contract/merges.ts";
import type { Person } from "#contract/people.ts";
import { api, sentenceOf } from "../core/api.ts";
import { keys } from "../core/keys.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { squadMembersQuery } from "../trips/queries.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { SelectField } from "../ui/inputs.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { mergePlanQuery, squadSeatsQuery } from "./queries.ts";

interface Merging {
  readonly squadId: string;
  readonly person: Person;
  /** The person is a name that is still to come. */
  readonly isExpected: boolean;
}

/** Lets an admin make one person of two: a seat goes into another seat, an expected name into a member. */
export function MergeDialog({
  squadId,
  person,
  isExpected = false,
  ...state
}: DialogState & { squadId: string; person: Person | undefined; isExpected?: boolean }) {
  return (
    <Dialog
      {...state}
      title={`Who Is ${person?.firstName ?? "This"}?`}
      text={
        isExpected
          ? "For somebody who has joined by another way. The name goes, and all it has goes to the member."
          : "For somebody who sat down twice. This seat goes, and all it has goes to the other seat."
      }
    >
      {person && (
        <Merge
          key={person.id}
          squadId={squadId}
          person={person}
          isExpected={isExpected}
          onDone={() => state.onOpenChange(false)}
        />
      )}
    </Dialog>
  );
}

function Merge({ squadId, person, isExpected, onDone }: Merging & { onDone: () => void }) {
  const client = useQueryClient();
  const [into, setInto] = useState("");
  const members = useQuery({ ...squadMembersQuery(squadId), enabled: isExpected });
  const seats = useQuery({ ...squadSeatsQuery(squadId), enabled: !isExpected });
  const known = isExpected
    ? members.data?.map(({ user }) => user)
    : seats.data?.flatMap(({ user, isWaiting }) => (isWaiting ? [] : [user]));
  const others = known?.filter(({ id }) => id !== person.id);
  const merge = useMutation({
    mutationFn: () =>
      api("POST /api/squads/:id/merges", { params: { id: squadId }, body: { userId: person.id, intoId: into } }),
    onSuccess: async (made) => {
      toast({
        title: "One person now",
        text: `${made.firstName} is ${made.into.firstName}. You can undo this for seven days on your account page.`,
      });
      onDone();
      await client.invalidateQueries({ queryKey: keys.squad(squadId) });
    },
  });
  const failed = isExpected ? members : seats;
  if (failed.error && !others) return <LoadFailed of={failed} title="The members did not come through" />;
  if (!others) return <Loading label="Loading the members..." each="h-12" count={2} />;
  if (others.length === 0)
    return <p>{isExpected ? "Nobody else is in the squad yet." : "Nobody else has a seat in this squad."}</p>;
  return (
    <div className="grid gap-4">
      <SelectField label={`${person.firstName} is`} value={into} onChange={({ target }) => setInto(target.value)}>
        <option value="">Choose somebody</option>
        {others.map((one) => (
          <option key={one.id} value={one.id}>
            {fullNameOf(one)}
          </option>
        ))}
      </SelectField>
      {into !== "" && <Plan squadId={squadId} from={person.id} into={into} isExpected={isExpected} />}
      <p role="alert" className="font-semibold text-alarm empty:hidden">
        {merge.error && sentenceOf(merge.error)}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          look="primary"
          disabled={into === ""}
          busy={merge.isPending && "Merging..."}
          onClick={() => merge.mutate()}
        >
          Make Them One
        </Button>
      </div>
    </div>
  );
}

/** What will move, before the merge. */
function Plan(ids: { squadId: string; from: string; into: string; isExpected: boolean }) {
  const plan = useQuery(mergePlanQuery(ids.squadId, ids.from, ids.into));
  if (plan.error) return <LoadFailed of={plan} title="This did not come through" />;
  if (!plan.data) return <Loading label="Looking what will move..." each="h-6" count={2} />;
  return (
    <p aria-live="polite">
      {sentenceAbout(plan.data)}
      {!ids.isExpected && " Their votes in open awards become void: they choose again."}
    </p>
  );
}

function sentenceAbout({ from, into, photos, likes, trips, results }: MergePlan): string {
  const facts = [
    photos > 0 && plural(photos, { one: `${photos} photo`, other: `${photos} photos` }),
    likes > 0 && plural(likes, { one: `${likes} like`, other: `${likes} likes` }),
    trips > 0 && plural(trips, { one: `the place on ${trips} trip`, other: `the places on ${trips} trips` }),
    results > 0 &&
      plural(results, { one: `the result of ${results} award`, other: `the results of ${results} awards` }),
  ].filter((fact) => fact !== false);
  return facts.length === 0
    ? `${from.firstName} has nothing that would move. Votes for ${from.firstName} in open awards count for ${into.firstName}.`
    : `${into.firstName} gets ${new Intl.ListFormat("en").format(facts)} of ${from.firstName}. Votes for ${from.firstName} in open awards count for ${into.firstName}.`;
}
