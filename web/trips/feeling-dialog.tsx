import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { trips } from "#contract/trips.ts";
import type { TripMember } from "#contract/trips.ts";
import { callOrKeep } from "../core/outbox/call-or-keep.ts";
import { tripQuery } from "../core/queries.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";

const Feeling = trips["PATCH /api/trips/:id/members/me"].body.required({ mood: true });

interface Props extends DialogState {
  readonly tripId: string;
  readonly member: TripMember;
}

/** Edits the viewer's mood and excitement on a trip. */
export function FeelingDialog({ open, onOpenChange, ...rest }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="How do you feel about this trip?">
      <FeelingForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function FeelingForm({ tripId, member, onDone }: Omit<Props, keyof DialogState> & { onDone: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(Feeling, {
    name: `feeling ${tripId}`,
    defaultValues: { mood: member.mood ?? "", excitementLevel: member.excitementLevel },
    send: async ({ mood, excitementLevel }) => {
      const feeling = { mood: mood || null, excitementLevel: excitementLevel ?? null };
      const answer = await callOrKeep("PATCH /api/trips/:id/members/me", {
        of: tripId,
        body: feeling,
        about: "How you feel about a trip",
      });
      // Without an answer it waits for a connection, and the page shows it as said.
      const saved = answer ?? { ...member, ...feeling };
      client.setQueryData(
        tripQuery(tripId).queryKey,
        (overview) =>
          overview && { ...overview, members: overview.members.map((one) => (one.id === saved.id ? saved : one)) },
      );
      onDone();
    },
  });
  return (
    <Form form={form} onCancel={onDone} actions={<SubmitButton busyLabel="Saving...">Save</SubmitButton>}>
      <InputField label="Mood" hint="stoked, sunburnt, needs coffee..." maxLength={60} {...form.bind("mood")} />
      <Excitement
        level={form.fields.watch("excitementLevel") ?? null}
        onChange={(level) => form.fields.setValue("excitementLevel", level)}
      />
    </Form>
  );
}

/** A slider from 0 to 10; null means that the person has not said. */
function Excitement({ level, onChange }: { level: number | null; onChange: (level: number | null) => void }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-bold">
          Excitement
        </label>
        <output htmlFor={id} className="steady font-display text-2xl font-extrabold">
          {level === null ? "–" : `${level}/10`}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={10}
        step={1}
        value={level ?? 5}
        aria-valuetext={level === null ? "not said" : `${level} out of 10`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        // Before an answer the slider stands at 5. A press there fires no change event, so this sets the value.
        onPointerUp={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-11 w-full accent-(--action)"
      />
      {level !== null && (
        <Button size="sm" look="quiet" className="justify-self-start" onClick={() => onChange(null)}>
          Rather Not Say
        </Button>
      )}
    </div>
  );
}
