import { useQuery } from "@tanstack/react-query";
import type { Books } from "#contract/costs.ts";
import { listed } from "#contract/locale.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import { formerCrewMember } from "#contract/former-crew-member.ts";
import { callQuery } from "../core/call-query.ts";
import { keys } from "../core/keys.ts";
import { useMe } from "../core/viewer.ts";
import { fullNameOf } from "../ui/avatar.tsx";

const plan = (tripId: string) =>
  callQuery([...keys.trip(tripId), "plan"], "GET /api/trips/:id/costs", {
    params: { id: tripId },
    query: { limit: 1 },
  });

/** "You still owe Ana €12.40." Nothing until it is known. */
export function OwedLine({ tripId }: { tripId: string }) {
  const me = useMe();
  const { data } = useQuery(plan(tripId));
  const sentence = data && owedSentence(data, me.id);
  return sentence !== undefined && <strong className="mt-2 block text-main">{sentence}</strong>;
}

/** Whom somebody owes how much. Undefined when nobody. */
export function owedSentence(
  { settle, people, currency }: Pick<Books, "settle" | "people" | "currency">,
  me: string,
): string | undefined {
  const owed = settle.filter(({ from }) => from === me);
  if (owed.length === 0 || currency === null) return undefined;
  const parts = owed.map(({ to, amount }) => {
    const user = people.find(({ id }) => id === to)?.user;
    return `${user ? fullNameOf(user) : formerCrewMember} ${formatAmount(amount, currency)}`;
  });
  return `You still owe ${listed(parts)}.`;
}
