import type { ApiError } from "../core/api.ts";

/** What a person is removed from: this trip, the squad but not its trips, or the squad and all its trips. */
export type From = "trip" | "squad" | "both";

const linkEnds = "The invite link is reset too, so that the old one does not bring them back.";

interface RemovalWords {
  readonly label: string;
  readonly hint: string;
  /** Says the same of a person, before the last question. */
  readonly goes: (name: string) => string;
}

export const removalWords: Readonly<Record<From, RemovalWords>> = {
  trip: {
    label: "From this trip only",
    goes: (name) => `${name} goes from this trip only.`,
    hint: "In its open awards their votes go, and votes for them no longer count. They stay in the squad.",
  },
  squad: {
    label: "From the squad only",
    goes: (name) => `${name} goes from the squad only.`,
    hint: `They stay on the crews of its trips, with their votes. ${linkEnds}`,
  },
  both: {
    label: "From the squad and all its trips",
    goes: (name) => `${name} goes from the squad and all its trips.`,
    hint: `In the open awards there their votes go, and votes for them no longer count. ${linkEnds}`,
  },
};

const fallback = {
  trip: "Failed to remove member from trip",
  squad: "Failed to remove member from squad",
  both: "Failed to remove member from squad",
} as const;

/** Says why a removal failed: the server's sentence for a refusal, ours for a fault. */
export function removalTrouble(from: From, error: Pick<ApiError, "status" | "key" | "message"> | undefined): string {
  const isRefusal = error !== undefined && error.status >= 400 && error.status < 500;
  if (!isRefusal) return fallback[from];
  if (from !== "trip" && error.key === "squad_not_found") return "Trip has no associated squad";
  return error.message;
}
