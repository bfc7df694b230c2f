import { useQuery } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import type { TripMember } from "#contract/trips.ts";
import { useDialog } from "../../core/use-opening.ts";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { receiptsQuery } from "./queries.ts";

const ProofDialog = onDemand(async () => (await import("./proof-dialog.tsx")).ProofDialog);

/** Below the nominees of an award: the button that adds proof, and a word if the proof did not load. */
export function AddProof({
  tripId,
  categoryId,
  crew,
  isCrew,
}: {
  tripId: string;
  categoryId: string;
  crew: readonly TripMember[];
  isCrew: boolean;
}) {
  const [isOpen, setOpen] = useDialog(`proof-${categoryId}`);
  const receipts = useQuery(receiptsQuery(tripId));
  return (
    <div className="flex w-full flex-wrap items-center justify-center gap-3">
      {receipts.isError && !receipts.data && (
        <p role="alert" className="flex flex-wrap items-center justify-center gap-3 text-sm text-soft">
          The proof did not load.
          <Button size="sm" onClick={() => void receipts.refetch()} busy={receipts.isFetching && "Trying again..."}>
            Try Again
          </Button>
        </p>
      )}
      {isCrew && (
        <>
          <Button
            look="quiet"
            size="sm"
            icon={<Camera aria-hidden="true" size={18} />}
            onClick={() => setOpen(true)}
            {...ProofDialog.hint}
          >
            Add Proof
          </Button>
          <ProofDialog open={isOpen} onOpenChange={setOpen} tripId={tripId} categoryId={categoryId} crew={crew} />
        </>
      )}
    </div>
  );
}
