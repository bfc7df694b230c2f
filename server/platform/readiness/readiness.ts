import { inTime, keptFor } from "../bounded-reads.ts";
import { secondMs } from "../durations.ts";

/** A part of the site without which a server must get no requests. */
interface Part {
  readonly name: string;
  /** Rejects if the part does not work. */
  readonly check: () => Promise<unknown>;
  /** The part is not asked while this other one fails, because it could only fail too. */
  readonly standsOn?: string;
}

/** How one part was when it was asked. */
interface PartState {
  readonly name: string;
  readonly ms: number;
  /** Why it fails, for the operator alone; null: it works. */
  readonly reason: string | null;
}

const maxMs = 3 * secondMs;
const keptMs = secondMs;

/**
 * Returns a function that asks all parts at once, each for at most three seconds. Its answer is kept for a second, so that strangers who
 * ask often cost nothing. `changed` gets the parts that fail, whenever they are others than before.
 */
export function openReadiness(parts: readonly Part[], changed: (failing: readonly PartState[]) => void) {
  let known = "";
  const ask = async ({ name, check }: Part): Promise<PartState> => {
    const began = performance.now();
    const reason = await inTime(maxMs, async () => check()).then(() => null, reasonOf);
    return { name, ms: Math.round(performance.now() - began), reason };
  };
  return keptFor(keptMs, async () => {
    const first = await Promise.all(parts.filter(({ standsOn }) => standsOn === undefined).map(ask));
    const works = (name: string | undefined) => first.some((state) => state.name === name && state.reason === null);
    const found = [...first, ...(await Promise.all(parts.filter(({ standsOn }) => works(standsOn)).map(ask)))];
    const failing = found.filter(({ reason }) => reason !== null);
    const names = failing.map(({ name }) => name).join(" ");
    if (names !== known) changed(failing);
    known = names;
    return { states: found, failing: failing.map(({ name }) => name) };
  });
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
