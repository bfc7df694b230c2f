import type { KeptCall } from "./entry.ts";
import { useWaits } from "./waiting.ts";

/** A quiet line beside something that is not sent yet. */
export const WaitsLine = ({ call, of }: { call: KeptCall; of: string }) =>
  useWaits(call, of) && <output className="block text-sm font-semibold text-soft">Waits for a connection</output>;
