import { Problem } from "../../platform/http/problem.ts";

/** After this many costly files within `withinMs`, a person's next files are refused for a while. */
const maxCostly = 3;
const withinMs = 10 * 60_000;

export interface HoldBack {
  /** Refuses (429) a person with too many costly files. */
  demand(person: string): void;
  /** Notes a file that ended its process or used up its time. */
  note(person: string): void;
}

/**
 * Counts the files of each person that cost other people something: those that ended a process or used up their time. A file that is just
 * broken costs nothing and does not count, so a damaged memory card keeps nobody from sending the photos that are whole. Each server
 * counts for itself, as its processes are its own.
 */
export function openHoldBack(now: () => number = Date.now): HoldBack {
  const costly = new Map<string, readonly number[]>();
  const recent = (person: string) => (costly.get(person) ?? []).filter((at) => at > now() - withinMs);
  return {
    demand(person) {
      const times = recent(person);
      if (times.length < maxCostly) return;
      throw new Problem(
        "too_many_requests",
        "Several of your files could not be read. Please wait a few minutes before you send more.",
        { retryAfter: Math.ceil((times.at(-maxCostly)! + withinMs - now()) / 1000) },
      );
    },
    note(person) {
      for (const known of costly.keys()) if (recent(known).length === 0) costly.delete(known);
      costly.set(person, [...recent(person), now()]);
    },
  };
}
