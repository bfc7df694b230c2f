import { near } from "../../ui/near.tsx";

/** The quiet line beside something that is not sent yet. First views do without its code. */
export const WaitsMark = near(async () => (await import("./waits-line.tsx")).WaitsLine);
