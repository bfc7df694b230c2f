import { expect } from "vitest";
import { type Books, type Steps, ownerOf, toSettle } from "./books.ts";
import { type Below, pick, shuffled } from "./random-cost.ts";

/** Two people who are one: these rows named `from` before. */
interface Merge {
  readonly from: string;
  readonly into: string;
  readonly rows: readonly string[];
}

/** What happens to people of a trip. None of it moves anybody else's money. */
export function crewSteps(books: Books, below: Below) {
  let merges: readonly Merge[] = [];
  const gone = new Set<string>();
  const rows = [...books.people];

  const without = (ids: readonly string[], id: string) => ids.filter((one) => one !== id);
  const insert = (ids: readonly string[], id: string) => ids.toSpliced(below(ids.length + 1), 0, id);
  const rowsOf = (id: string) => rows.filter((row) => ownerOf(books, row) === id);
  /** Puts the crew first, as the server orders people. */
  const order = (crew: readonly string[], everybody: readonly string[]) => {
    books.crew = crew;
    books.people = [...crew, ...everybody.filter((id) => !crew.includes(id))];
  };
  const name = (these: readonly string[], id: string) => {
    const owners = new Map(books.owners);
    for (const row of these) owners.set(row, id);
    books.owners = owners;
  };

  /** Does something with these people, and demands that all others' money is where it was. */
  function only(ids: readonly string[], step: () => void) {
    const { costs, payments } = books;
    const others = () =>
      toSettle(books)
        .balances.filter(({ id }) => !ids.includes(id))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const before = others();
    step();
    expect([books.costs === costs, books.payments === payments, others()]).toEqual([true, true, before]);
    return true;
  }

  function merge({ from, into, rows }: Merge) {
    name(rows, into);
    order(without(books.crew, from), without(books.people, from));
  }
  function unmerge({ from, rows }: Merge) {
    name(rows, from);
    order(insert(books.crew, from), [...books.people, from]);
  }

  return {
    /** Somebody comes, with a seat, an account or as an expected name. All have a row as soon as money names them. */
    come() {
      const id = `p${rows.length}`;
      rows.push(id);
      return only([id], () => order(insert(books.crew, id), books.people));
    },
    leave() {
      if (books.crew.length < 2) return false;
      const id = pick(below, books.crew);
      return only([id], () => order(without(books.crew, id), [...without(books.people, id), id]));
    },
    /** Without an account each row stands for itself, also one of a merge. */
    deleteAccount() {
      if (books.crew.length < 2) return false;
      const id = pick(below, books.people);
      if (gone.has(id) || (books.crew.length === 1 && books.crew.includes(id))) return false;
      const left = rowsOf(id);
      merges = merges.filter(({ from, into }) => from !== id && into !== id && !left.includes(from));
      for (const row of left) gone.add(row);
      return only(left, () => {
        for (const row of left) name([row], row);
        order(without(books.crew, id), [...without(books.people, id), ...left]);
      });
    },
    merge() {
      if (books.crew.length < 2) return false;
      const [from, into] = shuffled(below, books.crew);
      const one = { from: from!, into: into!, rows: rowsOf(from!) };
      const before = toSettle(books).balances.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      only([one.from, one.into], () => merge(one));
      only([one.from, one.into], () => unmerge(one));
      expect(toSettle(books).balances.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(before);
      merges = [...merges, one];
      return only([one.from, one.into], () => merge(one));
    },
    /** After any other steps: who was named since stays in the costs under the name that was chosen. */
    undoMerge() {
      const undoable = merges.filter(({ into }) => books.people.includes(into));
      if (undoable.length === 0) return false;
      const one = undoable.at(-1)!;
      merges = merges.filter((other) => other !== one);
      return only([one.from, one.into], () => unmerge(one));
    },
  } satisfies Steps;
}
