import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import type { Person } from "#contract/people.ts";
import { refreshMemberships } from "../core/queries.ts";
import { ApiError, api } from "../core/api.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import { refreshTrip } from "./queries.ts";
import { type From, removalTrouble, removalWords } from "./removal-words.ts";

/** The person to remove. */
export interface Leaving {
  readonly userId: string;
  readonly user: Person;
  readonly isInSquad: boolean;
}

/** Milliseconds for which the question ignores presses, so that a double click does not answer it. */
const questionMs = 500;

/** Asks what to remove the person from, asks for confirmation, and removes them. */
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
  const id = useId();
  const client = useQueryClient();
  const [from, setFrom] = useState<From>("trip");
  const [isSure, setSure] = useState(false);
  const [isAnswerable, setAnswerable] = useState(false);
  useEffect(() => {
    if (!isSure) return undefined;
    const timer = setTimeout(setAnswerable, questionMs, true);
    return () => {
      clearTimeout(timer);
      setAnswerable(false);
    };
  }, [isSure]);
  const press = (person: Leaving) => {
    if (!isSure) setSure(true);
    else if (isAnswerable) remove.mutate(person);
  };
  const close = () => {
    setFrom("trip");
    setSure(false);
    remove.reset();
    onClose();
  };
  const remove = useMutation({
    mutationFn: ({ userId }: Leaving) =>
      from === "trip"
        ? api("DELETE /api/trips/:id/members/:userId", { params: { id: tripId, userId } })
        : api("DELETE /api/squads/:id/members/:userId", {
            params: { id: squadId, userId },
            query: { trips: from === "squad" ? "keep" : "leave" },
          }),
    onSuccess: (_, { user }) => {
      void refreshTrip(client, tripId);
      if (from !== "trip") void refreshMemberships(client);
      toast({ title: `${fullNameOf(user)} was removed` });
      close();
    },
  });
  if (!leaving) return null;
  const name = fullNameOf(leaving.user);
  const options: readonly From[] = leaving.isInSquad ? ["trip", "squad", "both"] : ["trip"];
  const { goes, hint } = removalWords[from];
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={`Remove ${name}?`}>
      <div className="grid gap-4">
        {isSure ? (
          <p aria-live="polite">
            {goes(name)} {hint}
          </p>
        ) : (
          <fieldset className="grid gap-1">
            <legend className="sr-only">From what?</legend>
            {options.map((option) => (
              <label key={option} className="flex min-h-14 items-start gap-3 rounded-tile p-2 hover:bg-tint">
                <input
                  type="radio"
                  name="from"
                  aria-labelledby={`${id}-${option}`}
                  aria-describedby={`${id}-${option}-hint`}
                  className="mt-0.5 size-6 shrink-0 accent-(--action)"
                  checked={from === option}
                  onChange={() => setFrom(option)}
                />
                <span className="grid">
                  <span id={`${id}-${option}`} className="font-semibold">
                    {removalWords[option].label}
                  </span>
                  <span id={`${id}-${option}-hint`} className="text-sm text-soft">
                    {removalWords[option].hint}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
          {remove.error && removalTrouble(from, remove.error instanceof ApiError ? remove.error : undefined)}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={isSure ? () => (remove.reset(), setSure(false)) : close} disabled={remove.isPending}>
            {isSure ? "Back" : "Cancel"}
          </Button>
          <Button
            // One button serves both steps, so that it keeps the focus.
            look="danger"
            busy={remove.isPending && "Removing..."}
            aria-disabled={isSure && !isAnswerable}
            // A held Enter key presses the button again and again.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={() => press(leaving)}
          >
            {isSure ? "Yes, remove" : "Remove"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
