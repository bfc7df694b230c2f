import { withExpected, withMerge, withoutMerge, type Merging, type UndoneMerge } from "./ballot-model.ts";
import type { Award, Life, MadeMerge, Step } from "./life.ts";
import type { Person } from "./two-worlds.ts";

const expectedAtOnce = 2;

/** What becomes of people: names that are still to come, and merges. */
export function mergeSteps(life: Life): readonly Step[] {
  const { worlds, ana, everybody, squad, crew, gone, awards, expected, merges, below, pick, here, post } = life;
  let named = 0;

  const change = (to: (award: Award, label: string) => Award) => {
    for (const [label, award] of awards) awards.set(label, to(award, label));
  };
  /** What an undoing will have to know of each award. */
  const findIn = ({ from, into }: Merging, place: UndoneMerge["place"], isExpected: boolean) =>
    new Map(
      [...awards].map(([label, award]) => {
        const found = award.map((ballots): UndoneMerge => ({
          place,
          isExpected,
          hadVoted: !ballots.isComplete && ballots.night !== "sealed" && ballots.votes.has(from),
          hasDeclined: !ballots.declined.has(from) ? "no" : ballots.declined.has(into) ? "beside" : "moved",
        }));
        return [label, found as unknown as readonly [UndoneMerge, UndoneMerge]] as const;
      }),
    );
  /** Notes a merge that both worlds have made. */
  const made = (from: Person, into: Person, by: Person) => {
    const merging = { from: from.id, into: into.id, isOwn: by === into };
    const place = !crew.has(from) ? "none" : crew.has(into) ? "beside" : "moved";
    const merge: MadeMerge = {
      from,
      into,
      by,
      place,
      joinedSquad: squad.has(from) && !squad.has(into),
      found: findIn(merging, place, expected.has(from)),
    };
    change((award) => award.map((ballots) => withMerge(ballots, merging)) as unknown as Award);
    if (merge.joinedSquad) squad.add(into);
    if (place === "moved") crew.add(into);
    squad.delete(from);
    crew.delete(from);
    expected.delete(from);
    gone.add(from);
    merges.push(merge);
  };

  const expectSomebody = async () => {
    if (expected.size >= expectedAtOnce) return "nothing";
    const label = `maya${++named}`;
    const added = await post(ana, "/api/squads/{squad}/expected", { names: [label] });
    if (added.status !== 201) return `nothing: ${added.status}`;
    worlds.name(label, added);
    const person: Person = { id: `{${label}}`, name: label, email: "", cookie: "", isSeat: true };
    expected.add(person);
    crew.add(person);
    life.changeAwards((ballots) => withExpected(ballots, person.id));
    return `Ana expects ${label}`;
  };
  const mergeFor = async (from: Person, into: Person) => {
    const body = { userId: from.id, intoId: into.id };
    const { status } = await post(ana, "/api/squads/{squad}/merges", body);
    if (status !== 201) return `nothing: ${status}`;
    made(from, into, ana);
    return `Ana merges ${from.name} into ${into.name}`;
  };
  const mergeSeats = async () => {
    const seats = [...squad].filter(({ isSeat }) => isSeat);
    const [from, into] = [pick(seats), pick(seats)];
    return from && into && from !== into && !gone.has(into) ? mergeFor(from, into) : "nothing";
  };
  const mergeName = async () => {
    const from = pick([...expected]);
    const into = pick([...squad].filter((person) => !gone.has(person)));
    return from && into ? mergeFor(from, into) : "nothing";
  };
  const mergeOwn = async () => {
    const from = pick(here().filter(({ isSeat }) => isSeat));
    const into = pick(here().filter(({ isSeat }) => !isSeat));
    if (!from || !into) return "nothing";
    const asked = await worlds.call({
      method: "POST",
      path: "/api/seat/ticket",
      who: from,
      body: {},
      without: () => null,
    });
    const [one, other] = asked.bodies as readonly [{ ticket: string }, { ticket: string }];
    const merged = await worlds.call({
      method: "POST",
      path: "/api/account/seat",
      who: into,
      body: {},
      differing: [{ ticket: one.ticket }, { ticket: other.ticket }],
    });
    if (merged.status !== 201) throw new Error(`${from.name} could not be merged: ${merged.status}`);
    made(from, into, into);
    return `${into.name} takes the seat of ${from.name}`;
  };
  const undo = async () => {
    const merge = merges[below(Math.max(1, merges.length))];
    // Somebody who is merged or gone by now undoes nothing here.
    if (!merge || gone.has(merge.by) || gone.has(merge.into) || (merge.by !== merge.into && !squad.has(ana)))
      return "nothing";
    const { from, into, by, found, place, joinedSquad } = merge;
    const { status } = await worlds.call({ method: "DELETE", path: `/api/merges/${from.id}`, who: by });
    if (status !== 204) throw new Error(`The merge of ${from.name} was not undone: ${status}`);
    merges.splice(merges.indexOf(merge), 1);
    const merging = { from: from.id, into: into.id, isOwn: by === into };
    const none = { place, hadVoted: false, hasDeclined: "no", isExpected: !everybody.includes(from) } as const;
    const hasMoved = place === "moved" && crew.has(into);
    change((award, label) => {
      const facts = found.get(label) ?? [none, none];
      return award.map((ballots, i) => withoutMerge(ballots, merging, facts[i as 0 | 1])) as unknown as Award;
    });
    if (hasMoved) crew.delete(into);
    if (hasMoved || place === "beside") crew.add(from);
    if (none.isExpected) expected.add(from);
    else if (joinedSquad ? squad.has(into) : true) squad.add(from);
    if (joinedSquad) squad.delete(into);
    return `${by.name} undoes the merge of ${from.name}`;
  };
  return [expectSomebody, expectSomebody, mergeSeats, mergeName, mergeOwn, undo, undo];
}
