import { api } from "../../core/api.ts";
import { type MediaScope, scopeKey } from "../queries.ts";

/** The server takes no more in one question. */
const mostSums = 100;

interface Place {
  /** SHA-256 that nobody has asked about yet, and the answer that will tell of them. */
  waiting: { readonly sums: Set<string>; readonly answer: Promise<ReadonlySet<string>> } | undefined;
  /** The last question on its way. */
  asking: Promise<unknown>;
}

const places = new Map<string, Place>();

/**
 * Whether a trip or squad has a file of this SHA-256. One question is on its way to a place at a time; what comes up meanwhile is asked
 * together in the next one.
 */
export async function askKnown(scope: MediaScope, sum: string): Promise<boolean> {
  const key = scopeKey(scope).join();
  const place: Place = places.get(key) ?? { waiting: undefined, asking: Promise.resolve() };
  places.set(key, place);
  if (!place.waiting || place.waiting.sums.size >= mostSums) place.waiting = gather(scope, place);
  place.waiting.sums.add(sum);
  return (await place.waiting.answer).has(sum);
}

function gather(scope: MediaScope, place: Place) {
  const sums = new Set<string>();
  const answer = place.asking.then(async () => {
    if (place.waiting?.sums === sums) place.waiting = undefined;
    const body = { sha256: [...sums] };
    const { known } =
      "tripId" in scope
        ? await api("POST /api/trips/:id/media/known", { params: { id: scope.tripId }, body })
        : await api("POST /api/squads/:id/media/known", { params: { id: scope.squadId }, body });
    return new Set(known);
  });
  place.asking = answer.catch(() => undefined);
  return { sums, answer };
}
