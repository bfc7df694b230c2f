import { onDemand } from "../ui/on-demand.tsx";

/** Shows results one after the other. */
export const RevealDialog = onDemand(async () => (await import("./reveal-dialog.tsx")).RevealDialog);
