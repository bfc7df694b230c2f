import { useQuery, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { type Night, NightPlan, type NightPage } from "#contract/nights.ts";
import { api } from "../../core/api.ts";
import { dayOf, today } from "../../core/calendar.ts";
import { hereZone } from "../../core/zone.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { CheckboxField, SelectField } from "../../ui/inputs.tsx";
import { toast } from "../../ui/toast.ts";
import { BonusSwitches } from "./bonus-switches.tsx";
import { crownedWords } from "./crowned-words.ts";
import { nightQuery, showNight } from "./queries.ts";
import { findInstant, localTimeOf } from "../zoned-time.ts";

interface PlanDialogProps extends DialogState {
  readonly trip: Pick<NightPage["trip"], "id" | "name" | "endDate">;
  /** The night to change; without one a night is planned. */
  readonly night?: Night | null;
  /** Is called with a night that was planned. */
  readonly onPlanned?: () => void;
}

/** Plans an Awards Night, or changes its plan. If saving fails, the dialog stays open with what was chosen. */
export const PlanDialog = ({ open, onOpenChange, ...rest }: PlanDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title={rest.night ? "Change the Plan" : "Plan Awards Night"}
    text="Until then all results stay sealed. Then the winners come out one by one, on every screen at once."
  >
    <PlanForm {...rest} onDone={() => onOpenChange(false)} />
  </Dialog>
);

/**
 * A plan whose `startsAt` is a clock time in its time zone, as the form holds it. Only the server says how far ahead it must be: a changed
 * plan may keep its time.
 */
const LocalPlan = NightPlan.extend({ startsAt: z.string().min(1, "Please choose a date and a time") }).transform(
  (plan, context) => {
    const startsAt = findInstant(plan.startsAt, plan.timeZone);
    if (startsAt && startsAt.getTime() > Date.now()) return { ...plan, startsAt: startsAt.toJSON() };
    const message = startsAt ? "Please choose a time in the future" : "Please choose a date and a time";
    context.addIssue({ code: "custom", path: ["startsAt"], message });
    return z.NEVER;
  },
);

function PlanForm({
  trip,
  night,
  onPlanned,
  onDone,
}: Omit<PlanDialogProps, keyof DialogState> & { onDone: () => void }) {
  const client = useQueryClient();
  const crowned = crownedWords(useQuery(nightQuery(trip.id)).data?.crownedAwards ?? 0);
  const startsAt = night?.startsAt ?? null;
  const timeZone = night && startsAt !== null ? night.timeZone : hereZone();
  const form = useSchemaForm(LocalPlan, {
    name: `night ${trip.id}`,
    defaultValues: {
      noSelfVotes: night?.noSelfVotes ?? false,
      movesByItself: night?.movesByItself ?? false,
      startsByItself: night?.startsByItself ?? false,
      showsCounts: night?.showsCounts ?? true,
      bonusRulesOff: night?.bonusRulesOff ?? [],
      timeZone,
      startsAt: startsAt === null ? `${eveningFor(trip.endDate)}T20:00` : localTimeOf(new Date(startsAt), timeZone),
    },
    send: async (body) => {
      const page = await (night
        ? api("PUT /api/trips/:id/night", { params: { id: trip.id }, body })
        : api("POST /api/trips/:id/night", { params: { id: trip.id }, body }));
      showNight(client, page);
      toast({ title: night ? "The plan is changed" : "Awards Night is planned!" });
      onDone();
      onPlanned?.();
    },
  });
  return (
    <Form
      form={form}
      onCancel={onDone}
      actions={<SubmitButton busyLabel="Saving...">{night ? "Save the Plan" : "Plan Awards Night"}</SubmitButton>}
    >
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <InputField label="Date and time" type="datetime-local" hint="Voting closes then." {...form.bind("startsAt")} />
        <SelectField label="Time zone" {...form.bind("timeZone")}>
          {zonesWith(timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset className="grid">
        <legend className="sr-only">Rules of the night</legend>
        <CheckboxField
          label="No votes for yourself"
          hint="An award needs five votes then, and only its winner comes out: no counts, no second and third place. Votes that people have cast for themselves become void."
          {...form.fields.register("noSelfVotes")}
        />
        <CheckboxField
          label="Moves on by itself"
          hint="A new card every eight seconds. Otherwise the host taps."
          {...form.fields.register("movesByItself")}
        />
        <CheckboxField
          label="Starts by itself"
          hint="Five minutes after the time, if no host has started it."
          {...form.fields.register("startsByItself")}
        />
        <CheckboxField
          label="Show counts"
          hint="How many votes each winner has, in awards with at least five votes."
          {...form.fields.register("showsCounts")}
        />
      </fieldset>
      <BonusSwitches
        off={form.fields.watch("bonusRulesOff") ?? []}
        onChange={(off) => form.fields.setValue("bonusRulesOff", off)}
      />
      {crowned && <p className="text-sm text-soft">{crowned}</p>}
    </Form>
  );
}

/** The last day of the trip, or tomorrow if that is over. */
function eveningFor(endDate: string): string {
  const tomorrow = today(new Date(Date.now() + 86_400_000));
  return dayOf(endDate) > tomorrow ? dayOf(endDate) : tomorrow;
}

/** All time zones, and `own` if the browser does not list it, such as UTC. */
function zonesWith(own: string): readonly string[] {
  const all = Intl.supportedValuesOf("timeZone");
  return all.includes(own) ? all : [own, ...all];
}
