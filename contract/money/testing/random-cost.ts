import type { EnteredCost } from "../cost-parts.ts";
import { convert } from "../convert.ts";

/** Returns integers from 0 up to, not including, its argument. */
export type Below = (below: number) => number;

export const pick = <T>(below: Below, from: readonly T[]): T => from[below(from.length)]!;

/** Some of these, at least one, in random order. */
export function some<T>(below: Below, from: readonly T[]): readonly T[] {
  return shuffled(below, from).slice(0, 1 + below(from.length));
}

export function shuffled<T>(below: Below, from: readonly T[]): readonly T[] {
  const left = [...from];
  return from.map(() => left.splice(below(left.length), 1)[0]!);
}

/** A number of 1 to 10 digits, up to 10⁹. Small ones come as often as large ones. */
export const amountOf = (below: Below): number => 1 + below(10 ** below(10));

/** Random parts of a whole number that sum to it, each at least `least`. */
function partsOf(below: Below, total: number, count: number, least: 0 | 1): readonly number[] {
  let left = total - least * count;
  return Array.from({ length: count }, (_part, at) => {
    const part = at === count - 1 ? left : below(left + 1);
    left -= part;
    return part + least;
  });
}

const rates = ["1", "0.0061", "163.934426", "3.25", "0.307", "0.123456789012", "999.999", "12"];

/** A random cost that `people` share and some of `payers` paid, with a random key: any split, money back, several payers, any currency. */
export function randomCost(
  below: Below,
  tripCurrency: string,
  {
    people,
    payers,
    key,
  }: { readonly people: readonly string[]; readonly payers: readonly string[]; readonly key: string },
): EnteredCost {
  const size = amountOf(below);
  const sign = below(5) === 0 ? -1 : 1;
  const currency = below(3) === 0 ? pick(below, ["JPY", "EUR", "KWD"]) : tripCurrency;
  const isForeign = currency !== tripCurrency;
  const rate = isForeign && below(2) === 0 ? pick(below, rates) : null;
  // As the statement of a card says it, near a usual rate.
  const typed =
    isForeign && rate === null ? sign * Math.min(1e9, convert(size, "1.07", currency, tripCurrency) || 1) : null;
  const paying = some(below, payers).slice(0, below(3) === 0 ? Math.min(size, 4) : 1);
  const paid = partsOf(below, size, paying.length, 1);
  const split = pick(below, ["equal", "equal", "shares", "exact"] as const);
  const exact = partsOf(below, size, people.length, 0);
  const weightOf = {
    equal: () => 1,
    shares: () => 1 + below(pick(below, [3, 500, 100_000])),
    exact: (at: number) => exact[at]!,
  };
  return {
    key,
    amount: sign * size,
    currency,
    rate,
    tripAmount: typed,
    payers: paying.map((personId, at) => ({ personId, amount: sign * paid[at]! })),
    split,
    people: people.map((personId, at) => ({ personId, weight: weightOf[split](at) })),
  };
}

export const randomKey = (below: Below): string =>
  `0190a1b2-c3d4-7e5f-8a6b-${[2 ** 16, 2 ** 32]
    .map((most, at) =>
      below(most)
        .toString(16)
        .padStart(4 + 4 * at, "0"),
    )
    .join("")}`;
