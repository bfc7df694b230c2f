import type { ShowMade } from "../../core/outbox/show-made.ts";
import type { Ballot } from "../queries.ts";
import { answeredWith, withCategory } from "./use-vote.ts";

/** A ballot with a vote or a skip that waits. */
export const showMadeVote: ShowMade = (queryKey, data, made) => {
  if (queryKey[2] !== "ballot") return data;
  if (made.call !== "POST /api/categories/:id/vote" && made.call !== "POST /api/categories/:id/skip") return data;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key says what it is
  const ballot = data as Ballot;
  const nomineeId = made.call === "POST /api/categories/:id/vote" ? made.body.nomineeId : null;
  const one = ballot.categories.find(({ category }) => category.id === made.of);
  if (!one || (one.nomineeId === nomineeId && (nomineeId !== null || one.isSkipped))) return data;
  return withCategory(ballot, made.of, () => answeredWith(one, nomineeId));
};
