import { useState } from "react";
import type { Books, SettleLine } from "#contract/costs.ts";
import { ownFirst } from "./own-first.ts";

/** What tells a line from all others of a plan. */
export const keyOf = ({ from, to }: SettleLine): string => `${from} ${to}`;

/**
 * The lines of the plan in the order in which this person has seen them, their own first, with those that were paid meanwhile in their places. If a paid line
 * left the list, the next one would stand under the finger that presses twice.
 */
export function useSeenLines(
  { settle, payments }: Pick<Books, "settle" | "payments">,
  me: string,
): readonly SettleLine[] {
  const [seen, setSeen] = useState(() => ownFirst(settle, ({ from, to }) => from === me || to === me));
  const now = new Map(settle.map((line) => [keyOf(line), line]));
  const known = new Set(seen.map(keyOf));
  const paid = new Set(payments.map(keyOf));
  const lines = [
    ...seen.flatMap((line) => now.get(keyOf(line)) ?? (paid.has(keyOf(line)) ? [line] : [])),
    ...settle.filter((line) => !known.has(keyOf(line))),
  ];
  const isSame = lines.length === seen.length && lines.every((line, at) => line === seen[at]);
  if (!isSame) setSeen(lines);
  return lines;
}
