import { api } from "../api.ts";
import { type MediaScope, scopeKey } from "./queries.ts";

/** Files chosen together are hashed one after the other; so long a question waits for the next ones. */
const gatherMs = 40;

interface Question {
  readonly scope: MediaScope;
  readonly sums: Set<string>;
  readonly answer: Promise<ReadonlySet<string>>;
}

const open = new Map<string, Question>();

/** Whether a trip or squad has a file of this SHA-256. Questions that come close together are asked as one. */
export async function askKnown(scope: MediaScope, sum: string): Promise<boolean> {
  const key = scopeKey(scope).join();
  const question = open.get(key) ?? gather(key, scope);
  question.sums.add(sum);
  return (await question.answer).has(sum);
}

function gather(key: string, scope: MediaScope): Question {
  const sums = new Set<string>();
  const answer = new Promise((resolve) => setTimeout(resolve, gatherMs)).then(async () => {
    open.delete(key);
    const body = { sha256: [...sums] };
    const { known } =
      "tripId" in scope
        ? await api("POST /api/trips/:id/media/known", { params: { id: scope.tripId }, body })
        : await api("POST /api/squads/:id/media/known", { params: { id: scope.squadId }, body });
    return new Set(known);
  });
  const question = { scope, sums, answer };
  open.set(key, question);
  return question;
}
