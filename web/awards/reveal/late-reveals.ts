import { late } from "../../ui/late.tsx";
import { onDemand } from "../../ui/on-demand.tsx";

export const RevealWatch = late(async () => (await import("./reveal-watch.tsx")).RevealWatch);
/** Shows results one after the other. */
export const RevealDialog = onDemand(async () => (await import("./reveal-dialog.tsx")).RevealDialog);
