import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Heart, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ShownReceipt } from "#contract/nights.ts";
import { useMe } from "../../core/viewer.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { type Receipt, nomineeKey, receiptsQuery, removeReceipt, useHeart } from "./queries.ts";
import { ProofPhoto } from "./proof-photo.tsx";

const ConfirmDialog = onDemand(async () => (await import("../../ui/confirm-dialog.tsx")).ConfirmDialog);

/** The receipts of one nominee of an award, with a heart for the crew. */
export function NomineeProofs({
  tripId,
  categoryId,
  nomineeId,
  title,
  className,
  isCrew,
  isOrganizer,
}: {
  tripId: string;
  categoryId: string;
  nomineeId: string;
  /** The name of the list, which stands above it. */
  title: string;
  className?: string;
  isCrew: boolean;
  isOrganizer: boolean;
}) {
  const me = useMe();
  const { data } = useQuery(receiptsQuery(tripId));
  const receipts = data?.[nomineeKey({ categoryId, nomineeId })] ?? [];
  if (receipts.length === 0) return null;
  return (
    <div className={cx("grid w-full gap-2", className)}>
      <p className="text-sm font-bold wrap-anywhere">{title}</p>
      <ul aria-label={title} className="grid gap-2">
        {receipts.map((receipt) => (
          <Proof
            key={receipt.id}
            tripId={tripId}
            receipt={receipt}
            isCrew={isCrew}
            mayRemove={receipt.isMine || isOrganizer || nomineeId === me.id}
          />
        ))}
      </ul>
    </div>
  );
}

function Proof({
  tripId,
  receipt,
  isCrew,
  mayRemove,
}: {
  tripId: string;
  receipt: Receipt;
  isCrew: boolean;
  mayRemove: boolean;
}) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const heart = useHeart(tripId, receipt);
  const { hearts, isHearted } = receipt;
  return (
    <li
      className={cx(
        "flex rounded-tile border border-line bg-page",
        receipt.photo ? "flex-col" : "items-center gap-1 py-1.5 pl-3",
      )}
    >
      <div className="min-w-0 flex-1">
        <ProofContent tripId={tripId} receipt={receipt} />
      </div>
      <div className="flex justify-end pr-1">
        {mayRemove && (
          <>
            <IconButton label="Take this proof down" onClick={() => setAsking(true)} {...ConfirmDialog.hint}>
              <Trash2 aria-hidden="true" size={18} />
            </IconButton>
            <ConfirmDialog
              open={asking}
              onOpenChange={setAsking}
              title="Take this proof down?"
              text="It goes for everybody, and its hearts go too."
              action="Take Down"
              busyLabel="Taking down..."
              onConfirm={async () => {
                await removeReceipt(receipt.id);
                await client.invalidateQueries(receiptsQuery(tripId));
              }}
            />
          </>
        )}
        <button
          type="button"
          disabled={!isCrew}
          aria-pressed={isHearted}
          aria-label={`Heart this proof, ${hearts} so far`}
          onClick={() => heart.mutate(!isHearted)}
          className="steady flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 font-bold enabled:hover:bg-tint"
        >
          <Heart aria-hidden="true" size={18} className={cx(isHearted && "fill-current text-alarm")} />
          {hearts > 0 && hearts}
        </button>
      </div>
    </li>
  );
}

/** The text or the photo of a receipt, as wide as its card. The photo opens large in the gallery of its trip. */
function ProofContent({ tripId, receipt: { text, photo } }: { tripId: string; receipt: ShownReceipt }) {
  if (!photo) return <blockquote className="min-w-0 leading-snug wrap-anywhere">“{text}”</blockquote>;
  return <ProofPhoto tripId={tripId} photo={photo} className="max-h-96 rounded-t-tile object-cover" />;
}
