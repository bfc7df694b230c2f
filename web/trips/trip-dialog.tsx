import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useRef } from "react";
import { type TripCard, TripEdit } from "#contract/trips.ts";
import { api } from "../core/api.ts";
import { dayOf, today } from "../core/calendar.ts";
import { navigate, paths } from "../core/link.tsx";
import { squadsQuery } from "../core/queries.ts";
import { ChoosePhoto } from "../media/uploads/choose-photo.tsx";
import { useImageUpload } from "../media/uploads/use-image-upload.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";
import { CheckboxField, DateField, TextareaField } from "../ui/inputs.tsx";
import { toast } from "../ui/toast.ts";
import { CoverDrop } from "./cover-drop.tsx";
import { dayAfter, endAfterMove, toWire } from "./days.ts";
import { refreshTrip } from "./queries.ts";

export interface TripDialogProps extends DialogState {
  /** The trip to edit; without one a trip is created. */
  readonly trip?: Pick<
    TripCard,
    "id" | "squadId" | "name" | "location" | "description" | "startDate" | "endDate" | "photoUrl" | "confirmedOnly"
  >;
  /** The squad of a new trip; without it the trip is squadless. */
  readonly squadId?: string | null;
}

/** The nights of a trip that nobody has given days yet. */
const usualNights = 2;

/** Creates a trip and opens its page, or edits one. If saving fails, the dialog stays open with the typed text. */
export function TripDialog({ open, onOpenChange, ...rest }: TripDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={rest.trip ? "Edit Trip" : "Create New Trip"}
      text={rest.trip ? undefined : "Where to, and when? The rest can wait for the car."}
    >
      <TripForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function TripForm({ trip, squadId, onDone }: Omit<TripDialogProps, keyof DialogState> & { onDone: () => void }) {
  const client = useQueryClient();
  const { data: squads } = useQuery(squadsQuery);
  const squad = trip && squads?.find(({ id }) => id === trip.squadId);
  const form = useSchemaForm(TripEdit, {
    name: trip ? `trip ${trip.id}` : `trip of ${squadId ?? "nobody"}`,
    defaultValues: {
      name: trip?.name ?? "",
      location: trip?.location ?? "",
      description: trip?.description ?? "",
      startDate: trip ? dayOf(trip.startDate) : today(),
      endDate: trip ? dayOf(trip.endDate) : dayAfter(today(), usualNights),
      photoUrl: trip?.photoUrl ?? null,
      confirmedOnly: trip?.confirmedOnly ?? false,
    },
    send: async ({ startDate, endDate, confirmedOnly, ...fields }) => {
      const body = { ...fields, startDate: toWire(startDate), endDate: toWire(endDate) };
      const saved = trip
        ? await api("PUT /api/trips/:id", {
            params: { id: trip.id },
            // Another admin may have switched since.
            body: { ...body, ...(confirmedOnly !== trip.confirmedOnly && { confirmedOnly }) },
          })
        : await api("POST /api/trips", { body: { ...body, squadId: squadId ?? null } });
      void refreshTrip(client, saved.id);
      toast({ title: trip ? "Trip updated successfully!" : "Trip created successfully!" });
      onDone();
      if (!trip) navigate(paths.trip(saved.id));
    },
    onProblem: () => {
      const text = trip ? "Failed to update trip. Please try again." : "Failed to create trip. Please try again.";
      toast({ title: "Error", text, look: "danger" });
    },
  });
  const { getValues, setValue, watch } = form.fields;
  const upload = useImageUpload("trip", {
    failed: "Failed to upload trip photo",
    done: "Trip photo has been updated",
    keep: (path) => setValue("photoUrl", path),
  });
  const [startDate, photoUrl] = watch(["startDate", "photoUrl"]);
  const shown = upload.preview ?? (photoUrl ? `${photoUrl}?size=medium` : undefined);
  /** The last whole day in the field of the start, which is empty while somebody types. */
  const lastStart = useRef(startDate);
  /** Props of that field. The end moves with the start, and keeps its nights. */
  const movingEnd = ({ onChange, ...field }: ReturnType<typeof form.bind>) => ({
    ...field,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const to = event.target.value;
      const end = endAfterMove(getValues("startDate") || lastStart.current, to, getValues("endDate"));
      if (end !== undefined) setValue("endDate", end);
      if (to !== "") lastStart.current = to;
      void onChange(event);
    },
  });

  return (
    <Form
      form={form}
      onCancel={onDone}
      actions={
        <SubmitButton busyLabel={trip ? "Updating..." : "Creating..."} disabled={upload.progress !== undefined}>
          {trip ? "Update Trip" : "Create Trip"}
        </SubmitButton>
      }
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">Trip photo (optional)</legend>
        <CoverDrop id={trip?.id ?? squadId ?? ""} photo={shown} upload={upload} />
        <div className="flex flex-wrap items-start gap-2 max-sm:[&_button]:px-3 max-sm:[&_button>svg]:hidden">
          <ChoosePhoto label="Take Group Photo" camera="environment" upload={upload} />
          {shown !== undefined && (
            <Button size="sm" look="quiet" onClick={upload.remove}>
              Remove Photo
            </Button>
          )}
        </div>
      </fieldset>
      <InputField
        label="Trip Name"
        autoComplete="off"
        maxLength={120}
        className="[&>input]:min-h-14 [&>input]:font-display [&>input]:text-2xl [&>input]:font-extrabold"
        {...form.bind("name")}
      />
      <InputField
        label="Location"
        autoComplete="off"
        maxLength={200}
        className="[&>input]:min-h-14 [&>input]:text-xl"
        {...form.bind("location")}
      />
      <div className="grid grid-cols-1 items-start gap-4 min-[360px]:grid-cols-2">
        <DateField
          label="Start Date"
          className="grid-cols-1"
          // Both dates of a trip that is there were chosen.
          {...(trip ? form.bind("startDate") : movingEnd(form.bind("startDate")))}
        />
        <DateField label="End Date" className="grid-cols-1" min={startDate || undefined} {...form.bind("endDate")} />
      </div>
      <TextareaField label="Description" rows={3} {...form.bind("description")} />
      {squad?.role === "admin" && !squad.isDemo && (
        <CheckboxField
          label="Confirmed people only"
          hint="On the awards of this trip a seat votes once its person keeps it or you confirm them in The Crew. Switching this on takes the votes of other seats out of open awards."
          {...form.fields.register("confirmedOnly")}
        />
      )}
    </Form>
  );
}
