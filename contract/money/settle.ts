/** What somebody gets (more than 0) or owes (less), in the smallest unit. */
export interface Balance {
  readonly id: string;
  readonly balance: number;
}

/** `from` pays `to`. */
export interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}

/** Above this number of people the best cut is not looked for, because the effort doubles with each. */
const maxExact = 12;

/**
 * Who pays whom so that everybody is even, in as few lines as possible. `balances` come from the costs alone, in crew order. Payments are
 * laid over the plan in the order in which they were entered: one along a line shortens it and leaves all others as they are; any other
 * makes the plan anew.
 */
export function settleUp(balances: readonly Balance[], payments: readonly Transfer[]): readonly Transfer[] {
  const now = new Map(balances.map(({ id, balance }) => [id, balance]));
  // Made only when it is needed: a plan takes a fraction of a millisecond, and there may be thousands of payments.
  let lines: readonly Transfer[] | undefined;
  const plan = () => (lines ??= planOf([...now].map(([id, balance]) => ({ id, balance }))));
  for (const payment of payments) {
    const { from, to, amount } = payment;
    const [owes, gets] = [-(now.get(from) ?? 0), now.get(to) ?? 0];
    lines = amount <= owes && amount <= gets ? shortened(plan(), payment) : undefined;
    now.set(from, amount - owes);
    now.set(to, gets - amount);
  }
  return plan();
}

/** The lines after a payment along one of them. Undefined if there is no such line, or it is shorter than the payment. */
function shortened(lines: readonly Transfer[], { from, to, amount }: Transfer): readonly Transfer[] | undefined {
  const line = lines.find((one) => one.from === from && one.to === to);
  if (!line || line.amount < amount) return undefined;
  return lines.flatMap((one) => {
    if (one !== line) return [one];
    return one.amount === amount ? [] : [{ from, to, amount: one.amount - amount }];
  });
}

/** The plan without any payments: the people are cut into groups that sum to 0, and each group settles by itself. */
function planOf(balances: readonly Balance[]): readonly Transfer[] {
  const uneven = balances.filter(({ balance }) => balance !== 0);
  return (uneven.length <= maxExact ? mostGroups(uneven) : pairsAndRest(uneven)).flatMap(match);
}

/**
 * Cuts people into as many groups that sum to 0 as possible: a group of k people settles in k − 1 lines. Each group is in crew
 * order; a test holds that.
 */
function mostGroups(people: readonly Balance[]): readonly (readonly Balance[])[] {
  const size = 1 << people.length;
  const sums = new Float64Array(size);
  // For each set of people, the most prefixes that sum to 0 in the best order, and who is last in that order.
  const most = new Uint8Array(size);
  const last = new Int8Array(size);
  for (let set = 1; set < size; set++) {
    const lowest = 31 - Math.clz32(set & -set);
    sums[set] = sums[set & (set - 1)]! + people[lowest]!.balance;
    let best = -1;
    for (let rest = set; rest > 0; rest &= rest - 1) {
      const before = most[set & ~(rest & -rest)]!;
      if (before <= best) continue;
      best = before;
      last[set] = 31 - Math.clz32(rest & -rest);
    }
    most[set] = best + (sums[set] === 0 ? 1 : 0);
  }
  const groups: Balance[][] = [];
  for (let set = size - 1; set > 0; set ^= 1 << last[set]!) {
    if (sums[set] === 0) groups.unshift([]);
    groups[0]!.push(people[last[set]!]!);
  }
  return groups;
}

/** Takes out pairs that sum to 0, and leaves all others as one group. */
function pairsAndRest(people: readonly Balance[]): readonly (readonly Balance[])[] {
  const rest = [...people];
  const pairs: Balance[][] = [];
  for (const one of people) {
    if (!rest.includes(one)) continue;
    const other = rest.find(({ balance }) => balance === -one.balance);
    if (!other) continue;
    pairs.push([one, other]);
    for (const paired of [one, other]) rest.splice(rest.indexOf(paired), 1);
  }
  return [...pairs, rest];
}

/** Matches who owes with who gets, in crew order, each as far as it goes. */
function match(group: readonly Balance[]): readonly Transfer[] {
  const owed = group.filter(({ balance }) => balance > 0).map((one) => ({ id: one.id, left: one.balance }));
  const lines: Transfer[] = [];
  for (const { id: from, balance } of group) {
    let left = -balance;
    for (const creditor of owed) {
      const amount = Math.min(left, creditor.left);
      if (amount <= 0) continue;
      lines.push({ from, to: creditor.id, amount });
      left -= amount;
      creditor.left -= amount;
    }
  }
  return lines;
}
