import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TripMember } from "#contract/trips.ts";
import { sentenceOf } from "../../core/api.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { crewQuery } from "../../trips/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/inputs.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { type BallotCategory, ballotQuery } from "../queries.ts";
import { NomineeField, proofNote } from "./nominee-field.tsx";
import { type Sending, useAddProof } from "./queries.ts";

interface Props extends DialogState {
  readonly tripId: string;
  /** The photo or video of this trip. */
  readonly mediaId: string;
  readonly onAdded: () => void;
}

/** Attaches a photo or video to a nominee of an open award. */
export function UseAsProof({ open, onOpenChange, onAdded, ...rest }: Props) {
  const [isSending, setSending] = useState(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} locked={isSending} title="Use as Proof" text={proofNote}>
      {open && <OpenAwards {...rest} onSending={setSending} onDone={onAdded} />}
    </Dialog>
  );
}

type Photo = Pick<Props, "tripId" | "mediaId">;

/** The form, once the open awards of the trip and its crew are known. */
function OpenAwards(props: Photo & Sending) {
  const ballot = useQuery(ballotQuery(props.tripId));
  const crew = useQuery(crewQuery(props.tripId));
  if (!ballot.data || !crew.data)
    return ballot.isError || crew.isError ? (
      <LoadFailed of={[ballot, crew]} title="The awards did not load" />
    ) : (
      <Loading label="Loading the awards..." className="grid gap-5" each="h-20" count={2} />
    );
  const awards = ballot.data.categories.filter(({ progress }) => !progress.isComplete);
  if (awards.length === 0) return <p className="text-soft">Every award of this trip is decided.</p>;
  return <AwardForm {...props} awards={awards} crew={crew.data} />;
}

function AwardForm({
  tripId,
  mediaId,
  awards,
  crew,
  ...sending
}: Photo & Sending & { awards: readonly BallotCategory[]; crew: readonly TripMember[] }) {
  const [categoryId, setCategory] = useState("");
  const [picked, setPicked] = useState("");
  const [hasTried, setTried] = useState(false);
  const send = useAddProof(tripId, categoryId, sending);
  const award = awards.find(({ category }) => category.id === categoryId);
  const nominees = crew.filter(({ userId }) => !award?.declined.includes(userId));
  // Somebody who was picked may not be up for another award.
  const nomineeId = nominees.some(({ userId }) => userId === picked) ? picked : "";
  return (
    <form
      method="dialog"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (award && nomineeId !== "") send.mutate({ nomineeId, mediaId });
      }}
    >
      <SelectField
        label="Which award?"
        value={award ? categoryId : ""}
        onChange={(event) => setCategory(event.target.value)}
        error={hasTried && !award ? "Please choose an award" : undefined}
      >
        <option value="" disabled>
          Choose an award
        </option>
        {awards.map(({ category }) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
      </SelectField>
      <NomineeField crew={nominees} value={nomineeId} onChange={setPicked} hasTried={hasTried} />
      <div className="form-foot grid gap-3">
        <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
          {send.isError && sentenceOf(send.error)}
        </p>
        <Button type="submit" look="primary" className="w-full" busy={send.isPending && "Adding..."}>
          Add Proof
        </Button>
      </div>
    </form>
  );
}
