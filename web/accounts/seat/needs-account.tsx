import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";

const KeepSeatDialog = onDemand(async () => (await import("./keep-seat-dialog.tsx")).KeepSeatDialog);

/** Stands in place of what a seat cannot do, and offers to keep the seat. `text` says what that opens. */
export function NeedsAccount({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-3">
      <p>{text}</p>
      <Button look="primary" onClick={() => setOpen(true)} {...KeepSeatDialog.hint}>
        Keep My Seat
      </Button>
      <KeepSeatDialog open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}
