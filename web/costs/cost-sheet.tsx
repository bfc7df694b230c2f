import type { Books, Cost } from "#contract/costs.ts";
import { Dialog } from "../ui/dialog.tsx";
import { CostForm } from "./sheet/cost-form.tsx";

/** Enters a cost of a trip, or changes one. Render it while it is open. What was typed is kept when it closes without its buttons. */
export const CostSheet = (props: {
  books: Books;
  tripId: string;
  /** The cost to change. Without one a cost is added. */
  cost?: Cost | undefined;
  onClose: () => void;
}) => (
  <Dialog open onOpenChange={(isOpen) => !isOpen && props.onClose()} title={props.cost ? "Edit Cost" : "Add Cost"}>
    <CostForm {...props} cost={props.cost} />
  </Dialog>
);
