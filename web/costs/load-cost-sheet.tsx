import type { ComponentProps } from "react";
import type { CostSheet } from "./cost-sheet.tsx";

type Props = Omit<ComponentProps<typeof CostSheet>, "onClose"> & {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

/** Loads the sheet of a cost, which is mounted anew each time it opens. */
export async function loadCostSheet() {
  const { CostSheet: Sheet } = await import("./cost-sheet.tsx");
  return ({ open, onOpenChange, ...props }: Props) => open && <Sheet {...props} onClose={() => onOpenChange(false)} />;
}
