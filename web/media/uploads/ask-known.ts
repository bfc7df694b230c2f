import { api } from "../../core/api.ts";
import { type MediaScope, scopeKey } from "../queries.ts";

/** The server's limit for one request. */
const maxSums = 100;

/** The requests about one trip or squad, for one person's photos. */
interface Requests {
  /** The SHA-256 of the next request, and its reply. */
  batch: { readonly sums: Set<string>; readonly known: Promise<ReadonlySet<string>> } | undefined;
  /** Resolves when the request that runs now has ended. */
  last: Promise<unknown>;
}

const requestsByScope = new Map<string, Requests>();

/**
 * Returns whether a trip or squad has a file with this SHA-256, to which the sender or `personId` is about to add it. While one request runs, the next ones are batched into a single
 * request.
 */
export async function askKnown(scope: MediaScope, sum: string, personId?: string): Promise<boolean> {
  const key = [...scopeKey(scope), personId].join();
  const requests: Requests = requestsByScope.get(key) ?? { batch: undefined, last: Promise.resolve() };
  requestsByScope.set(key, requests);
  if (!requests.batch || requests.batch.sums.size >= maxSums) requests.batch = newBatch(scope, requests, personId);
  requests.batch.sums.add(sum);
  return (await requests.batch.known).has(sum);
}

function newBatch(scope: MediaScope, requests: Requests, personId: string | undefined) {
  const sums = new Set<string>();
  const known = requests.last.then(async () => {
    if (requests.batch?.sums === sums) requests.batch = undefined;
    const body = { sha256: [...sums], ...(personId !== undefined && { personId }) };
    const keepsPage = true;
    const reply =
      "tripId" in scope
        ? await api("POST /api/trips/:id/media/known", { params: { id: scope.tripId }, body, keepsPage })
        : await api("POST /api/squads/:id/media/known", { params: { id: scope.squadId }, body, keepsPage });
    return new Set(reply.known);
  });
  requests.last = known.catch(() => undefined);
  return { sums, known };
}
