import { Camera, FileText, Paperclip } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import type { Cost, NewCost } from "#contract/costs.ts";
import { addressOf } from "#contract/call.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import type { ReceiptUpload } from "./use-receipt.ts";

/** The receipt: a picture from the camera, or a file. It shows what is there, with a button that takes it away. */
export function ReceiptField({
  cost,
  receipt,
  upload,
}: {
  cost: Cost | undefined;
  /** The new one. Undefined leaves that of `cost`. */
  receipt: NewCost["receipt"];
  upload: ReceiptUpload;
}) {
  const shot = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const { progress, preview, problem } = upload;
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = currentTarget.files?.[0];
    // Emptied, so that choosing the same file again is a change.
    currentTarget.value = "";
    if (chosen) void upload.start(chosen);
  };
  const isSending = progress !== undefined;
  const kept = receipt === undefined ? cost?.receipt : null;
  const hasOne = isSending || receipt || kept;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-bold">Receipt (optional)</legend>
      <input ref={shot} type="file" accept="image/*" capture="environment" hidden onChange={take} />
      <input ref={file} type="file" accept="image/*,application/pdf" hidden onChange={take} />
      {hasOne ? (
        <div className="flex items-center gap-3">
          <Picture address={preview ?? (kept === "picture" && cost ? receiptOf(cost) : undefined)} />
          <span className="min-w-0 flex-1 truncate font-semibold">
            {receipt?.fileName ?? (isSending ? "On its way…" : kept === "pdf" ? "PDF" : "Photo")}
          </span>
          <Button size="sm" look="quiet" onClick={upload.remove}>
            {isSending ? "Cancel Upload" : "Remove Receipt"}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<Camera aria-hidden="true" size={18} />} onClick={() => shot.current?.click()}>
            Take a Photo
          </Button>
          <Button size="sm" icon={<Paperclip aria-hidden="true" size={18} />} onClick={() => file.current?.click()}>
            Photo or PDF
          </Button>
        </div>
      )}
      {isSending && <ProgressBar value={progress * 100} label="Upload" text={`${Math.round(progress * 100)}% sent`} />}
      <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
        {problem}
      </p>
    </fieldset>
  );
}

const receiptOf = ({ id }: Cost) => addressOf("GET /api/costs/:id/receipt", { params: { id } });

/** Nothing of a receipt is read aloud but its name beside it. */
const Picture = ({ address }: { address: string | undefined }) =>
  address === undefined ? (
    <span aria-hidden="true" className="grid size-14 shrink-0 place-items-center rounded-tile bg-tint">
      <FileText size={24} />
    </span>
  ) : (
    <img src={address} alt="" className="size-14 shrink-0 rounded-tile bg-tint object-cover" />
  );
