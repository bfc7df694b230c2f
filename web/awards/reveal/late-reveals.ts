import { near } from "../../ui/near.tsx";
import { onDemand } from "../../ui/on-demand.tsx";

export const RevealWatch = near(async () => (await import("./reveal-watch.tsx")).RevealWatch);
/** Shows results one after the other. */
export const RevealDialog = onDemand(async () => (await import("./reveal-dialog.tsx")).RevealDialog);
