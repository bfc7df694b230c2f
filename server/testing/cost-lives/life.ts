import { randomUUID } from "node:crypto";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import type { Client, Reply, TestApp, TestPerson } from "../app.ts";
import { rows } from "../app.ts";
import { newTrip } from "../builders.ts";
import { mergeBy, takeSeat, ticketOf, undoMerge } from "../seats.ts";
import { type ShownBooks, type ShownCost, booksIn } from "./recount.ts";

const digits: Readonly<Record<string, number>> = { EUR: 2, JPY: 0, KWD: 3, USD: 2 };
/** What a unit of each is worth, roughly. */
const worth: Readonly<Record<string, number>> = { EUR: 1, JPY: 0.0061, KWD: 2.9, USD: 0.9 };
const tripCurrencies = ["EUR", "JPY", "KWD"] as const;

/** A life of a trip, whose steps a seed chooses. Everything happens through the calls of the product. */
export interface Life {
  readonly ana: TestPerson;
  readonly bo: TestPerson;
  readonly trip: string;
  /** Does something at random and says what. Throws if it is refused where nothing speaks against it. */
  step(): Promise<string>;
  books(): Promise<ShownBooks>;
  /** Rows in the books that count as one person at the moment. */
  merged(): ReadonlyMap<string, number>;
}

/**
 * Begins the life of a trip of 2 to 12 people, among them a seat, a name that is still expected, and perhaps somebody whose account goes.
 */
export async function beginLife(swell: TestApp, seed: number): Promise<Life> {
  const below = seeded(seed);
  const pick = <T>(things: readonly T[]): T => things[below(things.length)]!;
  const some = <T>(things: readonly T[], atLeast = 1): T[] => {
    const kept = things.filter(() => below(3) > 0);
    return kept.length >= atLeast ? kept : things.slice(0, atLeast);
  };
  const size = 2 + below(5);
  const names = ["ana", "bo", "cleo", "dora", "emil", "fay"].slice(0, size) as [string, ...string[]];
  const made = await newTrip(swell, { crew: names });
  const { ana, squad, trip, people } = made;
  const bo = made.bo!;
  const gone = new Set<string>();
  const crew = new Set(people.map(({ id }) => id));
  let merges = 0;
  let isMerged = false;
  const seat = await takeSeat(swell, squad, await made.inviteOf(), "Tom");
  await swell.database.db.updateTable("trips").set({ end_date: "2999-12-31" }).where("id", "=", trip).execute();
  const maya = String(rows((await ana.post(`/api/squads/${squad}/expected`, { names: ["Maya"] })).body)[0]!["id"]);
  crew.add(seat.id).add(maya);
  const path = `/api/trips/${trip}`;
  const setCrew = () => done(ana.put(`${path}/members`, { userIds: [...crew] }));
  await setCrew();

  const books = async () => {
    const { body, status } = await ana.get(`${path}/costs?limit=200`);
    if (status !== 200) throw new Error("Ana does not see the books");
    const shown = booksIn(body);
    const all = [...shown.payments];
    if (all.length >= 100) throw new Error("A life is too long for one page of payments");
    return shown;
  };
  const clientOf = (id: string): Client =>
    [...people, { ...seat, id: seat.id }].find((one) => one.id === id && crew.has(id)) ?? ana;

  const money = (currency: string) => {
    const units = 1 + below(3) * below(300) + below(90);
    return Math.max(1, Math.round((units / worth[currency]!) * 10 ** digits[currency]!)) + below(7);
  };
  const cut = (total: number, parts: number): number[] => {
    const cuts = Array.from({ length: parts - 1 }, () => 1 + below(Math.max(1, total - 1))).toSorted((a, b) => a - b);
    return [...cuts, total].map((one, at) => one - (cuts[at - 1] ?? 0));
  };

  /** What somebody types of the money of a cost. */
  function typed(currency: string | null, ids: readonly string[]) {
    const inTrip = currency ?? pick(tripCurrencies);
    const of = currency !== null && below(3) === 0 ? pick(Object.keys(digits)) : inTrip;
    const sign = below(6) === 0 ? -1 : 1;
    const total = money(of);
    const paying = some(ids).slice(0, 1 + below(3));
    const paid = cut(total, paying.length);
    const payers = paying.map((personId, at) => ({ personId, amount: sign * paid[at]! })).filter((one) => one.amount);
    const sharing = some(ids);
    const split = pick(["equal", "equal", "shares", "exact"] as const);
    const exact = cut(total, sharing.length);
    const weightOf = { equal: () => 1, shares: () => 1 + below(400), exact: (at: number) => exact[at]! }[split];
    const rate = (worth[of]! / worth[inTrip]!).toFixed(6);
    const inOther =
      of === inTrip
        ? {}
        : below(2) === 0
          ? { rate }
          : {
              tripAmount:
                sign *
                Math.max(
                  1,
                  Math.round((total * worth[of]! * 10 ** digits[inTrip]!) / worth[inTrip]! / 10 ** digits[of]!),
                ),
            };
    return {
      amount: sign * total,
      currency: of,
      ...inOther,
      payers,
      split,
      people: sharing.map((personId, at) => ({ personId, weight: weightOf(at) })),
    };
  }
  /** Whom costs may name: the crew and everybody in the books. */
  const knownIn = ({ people: all }: ShownBooks) => all.map(({ id }) => id);

  const steps: readonly (readonly [number, (now: ShownBooks) => Promise<string | null>])[] = [
    [
      7,
      async (now) => {
        const who = clientOf(pick([...crew]));
        const cost = typed(now.currency, knownIn(now));
        const words = { key: randomUUID(), title: `Cost ${below(1000)}`, day: `2026-07-${4 + below(5) + 10}` };
        await done(who.post(`${path}/costs`, { ...words, ...cost }), "less than the smallest coin");
        return `enter ${JSON.stringify(cost)}`;
      },
    ],
    [
      4,
      async (now) => {
        const cost = now.costs.length > 0 ? pick(now.costs) : null;
        if (!cost) return null;
        const edit = pick([
          { title: `Renamed ${below(1000)}`, note: "Anew" },
          typedAnew(now, cost),
          { split: "shares", people: some(knownIn(now)).map((personId) => ({ personId, weight: 1 + below(300) })) },
        ]);
        await done(
          ana.patch(`/api/costs/${cost.id}`, { version: cost.version, ...edit }),
          "less than the smallest coin",
        );
        return `edit ${JSON.stringify(edit)}`;
      },
    ],
    [
      2,
      async ({ costs }) => {
        if (costs.length === 0) return null;
        await done(ana.delete(`/api/costs/${pick(costs).id}`));
        return "delete a cost";
      },
    ],
    [
      3,
      async (now) => {
        const { settle, currency } = now;
        if (currency === null) return null;
        const line = settle.length > 0 && below(3) > 0 ? pick(settle) : null;
        const [from, to] = [pick(knownIn(now)), pick(knownIn(now))];
        if (!line && from === to) return null;
        const payment = line ? { ...line, amount: 1 + below(line.amount) } : { from, to, amount: money(currency) };
        await done(ana.post(`${path}/payments`, { key: randomUUID(), ...payment }));
        return `pay ${JSON.stringify(payment)}`;
      },
    ],
    [
      1,
      async ({ payments }) => {
        if (payments.length === 0) return null;
        await done(ana.delete(`/api/payments/${pick(payments).id}`));
        return "delete a payment";
      },
    ],
    [4, async () => undo()],
    [
      1,
      async () => {
        const others = people.filter(({ id }) => id !== ana.id && !gone.has(id));
        const { id } = pick(others);
        if (crew.has(id)) crew.delete(id);
        else crew.add(id);
        await setCrew();
        return `${crew.has(id) ? "join" : "leave"} the crew`;
      },
    ],
    [
      1,
      async () => {
        if (isMerged) {
          await done(undoMerge(bo, seat));
          isMerged = false;
          return "undo the merge";
        }
        if (merges > 0 || gone.has(bo.id)) return null;
        await done(mergeBy(bo, await ticketOf(seat)));
        crew.delete(seat.id);
        isMerged = true;
        merges++;
        return "merge";
      },
    ],
    [
      1,
      async () => {
        const last = people.at(-1)!;
        if (people.length < 4 || gone.size > 0 || below(3) > 0) return null;
        await done(last.delete("/api/account", { confirm: last.email, password: last.password, photos: "leave" }));
        gone.add(last.id);
        crew.delete(last.id);
        return "delete an account";
      },
    ],
  ];
  const wheel = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));

  /** The same people, with another amount of money in the same currency. */
  function typedAnew({ currency }: ShownBooks, cost: ShownCost) {
    const { payers: _payers, ...entered } = typed(currency, [...new Set(cost.shares.map(({ personId }) => personId))]);
    const [payer] = cost.payers;
    return { ...entered, payers: [{ personId: payer!.personId, amount: entered.amount }] };
  }

  async function undo(): Promise<string | null> {
    const changes = rows((await ana.get(`${path}/changes?of=costs`)).body);
    if (changes.length === 0) return null;
    const change = pick(changes);
    const { status, text } = await ana.post(`/api/changes/${String(change["id"])}/undo`, {});
    const mayUndo = (change["mayUndo"] as unknown) === true;
    const isOtherCurrency = text.includes("This trip counts in");
    if (mayUndo ? status !== 200 && !isOtherCurrency : status !== 409)
      throw new Error(`${status} to undo "${String(change["text"])}" (${mayUndo}): ${text}`);
    return `undo "${String(change["text"])}": ${status}`;
  }

  return {
    ana,
    bo,
    trip,
    books,
    merged: () => new Map(isMerged || merges > 0 ? [[bo.id, 2]] : []),
    async step() {
      const now = await books();
      for (;;) {
        const did = await pick(wheel)(now);
        if (did !== null) return did;
      }
    },
  };
}

/** Throws on a refusal, unless it says this. */
async function done(reply: Promise<Reply>, unless?: string): Promise<void> {
  const { status, text } = await reply;
  if (status >= 300 && !(unless !== undefined && text.includes(unless))) throw new Error(`Refused: ${status} ${text}`);
}
