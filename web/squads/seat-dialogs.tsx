import { useMutation } from "@tanstack/react-query";
import type { Person } from "#contract/people.ts";
import { api } from "../core/api.ts";
import { LinkToShare } from "../core/link-to-share.tsx";
import { tellProblem } from "../core/tell-problem.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";

/** What an admin can do for the seat of a person. */
export type SeatHelp = "link" | "confirm" | "merge";

/** The dialogs by which an admin makes a new personal link for a person who lost theirs, confirms who they are, or says which other seat is theirs. */
export function SeatDialogs({
  squadId,
  person,
  help,
  open,
  onOpenChange,
}: DialogState & { squadId: string; person: Person | undefined; help: SeatHelp | undefined }) {
  const name = person?.firstName ?? "This Seat";
  const params = { id: squadId, userId: person?.id ?? "" };
  return (
    <>
      <Dialog
        open={open && help === "link"}
        onOpenChange={onOpenChange}
        title={`New Link for ${name}`}
        text="For somebody who lost their way back. Their old link and all their log-ins end, and their votes in open awards become void: they choose again. The admins see that you made it."
      >
        {person && <NewLink key={person.id} squadId={squadId} person={person} />}
      </Dialog>
      <MergeDialog squadId={squadId} person={person} open={open && help === "merge"} onOpenChange={onOpenChange} />
      <ConfirmDialog
        open={open && help === "confirm"}
        onOpenChange={onOpenChange}
        look="primary"
        title={`Confirm ${name}?`}
        text="You say that you know this person, and that this is their only seat. From now on they vote on the trips where only confirmed people do. The admins see that you confirmed them."
        action="Confirm"
        busyLabel="Confirming..."
        // The hint of the change refreshes the page.
        onConfirm={() => api("POST /api/squads/:id/seats/:userId/confirm", { params, body: {} })}
      />
    </>
  );
}

function NewLink({ squadId, person }: { squadId: string; person: Person }) {
  const make = useMutation({
    mutationFn: () =>
      api("POST /api/squads/:id/seats/:userId/link", { params: { id: squadId, userId: person.id }, body: {} }),
    onError: (error) => tellProblem(error, "No link yet", "The link could not be made. Please try again."),
  });
  if (!make.data)
    return (
      <Button look="primary" busy={make.isPending && "Making..."} onClick={() => make.mutate()}>
        Make the Link
      </Button>
    );
  return (
    <LinkToShare
      link={make.data.link}
      label="Personal link"
      title={`${person.firstName}'s way back into Swellmates`}
      hint={`It opens ${person.firstName}'s seat. It is shown only now.`}
      shared={`${person.firstName} opens it, and is back.`}
      copied={`Send it to ${person.firstName} alone.`}
    />
  );
}
