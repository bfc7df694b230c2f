import { useMutation } from "@tanstack/react-query";
import type { Person } from "#contract/people.ts";
import { api } from "../core/api.ts";
import { LinkToShare } from "../core/link-to-share.tsx";
import { tellProblem } from "../core/tell-problem.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";

/** Lets an admin make a new personal link for a person who lost theirs. */
export function SeatLinkDialog({
  squadId,
  person,
  ...state
}: DialogState & { squadId: string; person: Person | undefined }) {
  return (
    <Dialog
      {...state}
      title={`New Link for ${person?.firstName ?? "This Seat"}`}
      text="For somebody who lost their way back. Their old link and all their log-ins end, and their votes in open awards become void: they choose again. The admins see that you made it."
    >
      {person && <NewLink key={person.id} squadId={squadId} person={person} />}
    </Dialog>
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
