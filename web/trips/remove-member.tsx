import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Person } from "#contract/people.ts";
import { ApiError, api } from "../api.ts";
import { refreshMemberships } from "../squads/changes.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import { refreshTrip } from "./queries.ts";

/** Someone about to be removed. */
export interface Leaving {
  readonly userId: string;
  readonly user: Person;
  readonly isInSquad: boolean;
}

type From = "trip" | "squad";

const words: Readonly<Record<From, { readonly label: string; readonly hint: string; readonly failed: string }>> = {
  trip: {
    label: "From this trip only",
    hint: "The votes they cast and received in it go. They stay in the squad.",
    failed: "Failed to remove member from trip",
  },
  squad: {
    label: "From the squad and all its trips",
    hint: "The invite link is reset too, so that the old one does not bring them back.",
    failed: "Failed to remove member from squad",
  },
};

/** From what to remove someone, and the last question before it. */
export function RemoveMember({
  tripId,
  squadId,
  leaving,
  onClose,
}: {
  tripId: string;
  squadId: string;
  leaving: Leaving | undefined;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [from, setFrom] = useState<From>("trip");
  const close = () => {
    setFrom("trip");
    remove.reset();
    onClose();
  };
  const remove = useMutation({
    mutationFn: ({ userId }: Leaving) =>
      from === "trip"
        ? api("DELETE /api/trips/:id/members/:userId", { params: { id: tripId, userId } })
        : api("DELETE /api/squads/:id/members/:userId", { params: { id: squadId, userId } }),
    onSuccess: (_, { user }) => {
      void refreshTrip(client, tripId);
      if (from === "squad") void refreshMemberships(client);
      toast({ title: `${fullNameOf(user)} was removed` });
      close();
    },
  });
  if (!leaving) return null;
  const options: readonly From[] = leaving.isInSquad ? ["trip", "squad"] : ["trip"];
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={`Remove ${fullNameOf(leaving.user)}?`}>
      <div className="grid gap-4">
        <fieldset className="grid gap-1" disabled={remove.isPending}>
          <legend className="sr-only">From what?</legend>
          {options.map((option) => (
            <label
              key={option}
              aria-label={words[option].label}
              className="flex min-h-14 items-start gap-3 rounded-tile p-2 hover:bg-tint"
            >
              <input
                type="radio"
                name="from"
                className="mt-0.5 size-6 shrink-0 accent-(--action)"
                checked={from === option}
                onChange={() => setFrom(option)}
              />
              <span className="grid">
                <span className="font-semibold">{words[option].label}</span>
                <span className="text-sm text-soft">{words[option].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
          {remove.error && (remove.error instanceof ApiError ? remove.error.message : words[from].failed)}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={close} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button look="danger" busy={remove.isPending && "Removing..."} onClick={() => remove.mutate(leaving)}>
            Remove
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
