import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Merge } from "#contract/merges.ts";
import { api } from "../../core/api.ts";
import { formatDay } from "../../core/calendar.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { fullNameOf } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { mergesQuery } from "../people/queries.ts";
import { Section, focusSection } from "./account-section.tsx";

/** The merges that the viewer made and may undo. Shows nothing without any. */
export function AccountMerges() {
  const { data: merges } = useQuery(mergesQuery);
  if (!merges || merges.length === 0) return null;
  return (
    <Section
      title="People made one"
      text="For seven days you can undo this. People, photos, places and medals come back, votes in open awards do not."
    >
      <ul className="grid w-full divide-y divide-line border-y border-line">
        {merges.map((merge) => (
          <Made key={merge.id} merge={merge} />
        ))}
      </ul>
    </Section>
  );
}

function Made({ merge }: { merge: Merge }) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => api("DELETE /api/merges/:id", { params: { id: merge.id } }),
    onSuccess: () => toast({ title: "Undone", text: `${merge.firstName} is a person of their own again.` }),
    onError: (error) => tellProblem(error, "Not Undone", "This could not be undone. Please try again."),
    onSettled: () => client.invalidateQueries({ queryKey: mergesQuery.queryKey }),
  });
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <span className="font-semibold wrap-anywhere">
          {merge.squad ? `${merge.firstName} is ${fullNameOf(merge.into)}` : `Your seat as ${merge.firstName}`}
        </span>
        <span className="text-sm text-soft">
          {merge.squad && `In ${merge.squad.name}. `}
          Made {formatDay(merge.madeAt)}, to undo until {formatDay(merge.until)}
        </span>
      </div>
      <Button
        size="sm"
        aria-label={`Undo: ${merge.firstName}`}
        busy={undo.isPending && "Undoing..."}
        onClick={({ currentTarget }) => {
          focusSection(currentTarget);
          undo.mutate();
        }}
      >
        Undo
      </Button>
    </li>
  );
}
