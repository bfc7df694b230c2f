import { sql } from "kysely";
import { expect } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { type Ballots, closed, skipped, takesVote, votersIn, withSkip, withVote, withoutName } from "./ballot-model.ts";
import { reasonToStayOpen } from "../../awards/closing.ts";
import { type Award, type Life, type Step, isUneven } from "./life.ts";
import type { Person } from "./two-worlds.ts";

/** What people do on a ballot, and what becomes of an award. */
export function voteSteps(life: Life): readonly Step[] {
  const { worlds, ana, everybody, crew, awards, newcomers, choseAlone, below, pick, here, findSecrets, nomineeOf } =
    life;

  const withAnswer = (ballots: Ballots, voter: string, answer: string) =>
    answer === skipped ? withSkip(ballots, voter) : withVote(ballots, voter, answer);

  /** Answers an award, in each world with one of these answers: the id of a nominee, or `skipped`. Returns the status. */
  async function answer(label: string, voter: Person, answers: readonly [string, string]): Promise<number> {
    const [one, other] = awards.get(label)!;
    const after: Award = [withAnswer(one, voter.id, answers[0]), withAnswer(other, voter.id, answers[1])];
    const isSkip = (which: 0 | 1) => answers[which] === skipped;
    const hidesAll = isSkip(0) !== isSkip(1) || isUneven(after);
    const pathOf = (which: 0 | 1) => `/api/categories/{${label}}/${isSkip(which) ? "skip" : "vote"}`;
    const bodyOf = (which: 0 | 1) => (isSkip(which) ? {} : { nomineeId: answers[which] });
    const call = {
      method: "POST",
      path: [pathOf(0), pathOf(1)],
      who: voter,
      body: {},
      differing: [bodyOf(0), bodyOf(1)],
      key: newId(),
      without: (body: unknown) => (hidesAll ? null : { ...(body as object), nomineeId: null }),
    } as const;
    const { status } = await worlds.call(call);
    // A browser that got no answer sends it again.
    if (below(4) === 0) expect((await worlds.call(call)).status).toBe(status);
    if (status === 200) awards.set(label, after);
    return status;
  }

  /** The nominees whom a voter may choose in both worlds. */
  const choicesOf = (label: string, voter: Person) =>
    [...crew].filter(
      (person) =>
        !(life.planned.noSelfVotes && life.night === "planned" && person === voter) &&
        awards.get(label)!.every((award) => takesVote(award, voter.id, person.id) && !award.isComplete),
    );

  const isSecretOf = (person: Person, label: string) =>
    findSecrets().some((secret) => secret.voter === person.id && secret.label === label);

  const vote = async () => {
    if (awards.size === 0) return `adds ${await life.addAward()}`;
    const label = pick([...awards.keys()]);
    const [one] = awards.get(label)!;
    const voter = below(8) > 0 && crew.size > 0 ? pick([...crew]) : pick(here());
    // Once the results are out, a voter who changes one of two different ballots tells them. The page warns of it.
    if (one.isComplete && isSecretOf(voter, label)) return "nothing";
    const nominee = below(8) > 0 && crew.size > 0 ? pick([...crew]) : pick(everybody);
    const choices = life.night === "sealed" ? [] : choicesOf(label, voter);
    const mayDiffer = findSecrets().length === 0 && choices.includes(nominee) && below(3) > 0;
    const others = choices.filter((person) => person !== nominee).map(({ id }) => id);
    const secretly = mayDiffer ? [...others, ...(life.night === "planned" ? [skipped] : [])] : [];
    const answers = [nominee.id, secretly.length > 0 ? pick(secretly) : nominee.id] as const;
    if (answers[0] !== answers[1]) life.secrets++;
    return `${voter.name} votes in ${label} for ${answers.map(nameOf).join(" or ")}: ${await answer(label, voter, answers)}`;
  };
  const nameOf = (id: string) => everybody.find((person) => person.id === id)?.name ?? id;

  /** Somebody gives the answers of the secret ballot the other way round. */
  const exchange = async () => {
    const [secret, ...more] = findSecrets();
    if (!secret || more.length > 0 || life.night === "sealed") return vote();
    const { label, answers } = secret;
    const isTaken = (voter: Person, id: string | null) =>
      id !== null && (id === skipped ? life.night === "planned" : choicesOf(label, voter).some((one) => one.id === id));
    const voters = [...crew].filter(
      (voter) => voter.id !== secret.voter && answers.every((nominee) => isTaken(voter, nominee)),
    );
    if (voters.length === 0 || awards.get(label)!.some(({ isComplete }) => isComplete)) return vote();
    const voter = pick(voters);
    const status = await answer(label, voter, [answers[1]!, answers[0]!]);
    return `${voter.name} votes in ${label} the other way round: ${status}`;
  };

  /** All who have not answered an award with a secret ballot vote on it. The secret is exchanged first, so that it outlives the reveal. */
  const everybodyVotes = async () => {
    const did = findSecrets().length < 2 ? [await exchange()] : [];
    const [secret, other] = findSecrets();
    if (!secret || !other || life.night === "sealed") return did.join(", ") || vote();
    const { label } = secret;
    for (const voter of crew) {
      const [one] = awards.get(label)!;
      const choices = choicesOf(label, voter);
      if (one.votes.has(voter.id) || choices.length === 0) continue;
      const { id } = pick(choices);
      did.push(`${voter.name} votes in ${label}: ${await answer(label, voter, [id, id])}`);
    }
    return did.join(", ") || "nothing";
  };

  /** The voter of a ballot that is void in one world chooses anew, in that world alone, what they chose in the other. */
  const chooseAnew = async () => {
    const secret = findSecrets().find(({ answers }) => answers.includes(null));
    const voter = here().find(({ id }) => id === secret?.voter);
    if (!secret || !voter || life.night === "sealed") return vote();
    const { label, answers } = secret;
    const which = answers[0] === null ? 0 : 1;
    const nominee = answers[1 - which];
    const award = [...awards.get(label)!] as [Ballots, Ballots];
    if (typeof nominee !== "string" || nominee === skipped || award[which].isComplete) return vote();
    const path = `/api/categories/{${label}}/vote`;
    const { status } = await worlds.callOne({ method: "POST", path, who: voter, body: { nomineeId: nominee } }, which);
    if (status === 200) {
      award[which] = withVote(award[which], voter.id, nominee);
      awards.set(label, award);
      choseAlone.add(voter.id);
    }
    return `${voter.name} chooses anew in ${label}: ${status}`;
  };
  const skip = async () => {
    const label = pick([...awards.keys()]);
    if (!label) return "nothing";
    const voter = pick(crew.size > 0 ? [...crew] : here());
    return `${voter.name} skips ${label}: ${await answer(label, voter, [skipped, skipped])}`;
  };
  /** Often the nominee of the secret ballot takes their name off: in one world a vote becomes void, in the other none does. */
  const decline = async () => {
    const label = pick([...awards.keys()]);
    if (!label) return "nothing";
    const secrets = findSecrets().filter((one) => one.label === label);
    const who = (below(2) === 0 && nomineeOf(secrets)) || pick(here());
    const path = `/api/categories/{${label}}/not-for-me`;
    const { status } = await worlds.call({ method: "PUT", path, who });
    if (status === 204)
      awards.set(label, awards.get(label)!.map((ballots) => withoutName(ballots, who.id)) as unknown as Award);
    return `${who.name} takes their name off ${label}: ${status}`;
  };
  const close = async () => {
    const [label, award] = pick([...awards]) ?? ["", undefined];
    if (!award) return "nothing";
    const who = below(4) > 0 ? ana : pick(here());
    const [one] = award;
    const after = award.map(closed) as unknown as Award;
    const path = `/api/categories/{${label}}/close`;
    const without = (body: unknown) => (isUneven(after) ? null : body);
    const { status } = await worlds.call({ method: "POST", path, who, body: {}, without });
    const settled = [...one.votes.keys()].filter((voter) => voter !== ana.id && !newcomers.has(voter));
    const facts = {
      votesReceived: one.votes.size,
      settledVotes: settled.length,
      crewCount: votersIn(one).length,
      largestCrew: one.largestCrew,
    };
    const isPlain = life.night === "none" || life.night === "over";
    const mayClose = isPlain && (one.isComplete || reasonToStayOpen(facts) === null);
    if (who === ana && (status === 200) !== mayClose) throw new Error(`The close of ${label} answered ${status}`);
    if (status === 200) awards.set(label, after);
    return `${who.name} closes ${label}: ${status}`;
  };
  const passDay = async () => {
    await worlds.change(
      (trip) => sql`update trip_members set joined_at = joined_at - interval '1 day' where trip_id = ${trip}`,
    );
    newcomers.clear();
    return "A day passes";
  };
  const deleteAward = async () => {
    const label = pick([...awards.keys()]);
    if (!label) return "nothing";
    const who = below(3) > 0 ? pick(here()) : ana;
    const { status } = await worlds.call({ method: "DELETE", path: `/api/categories/{${label}}`, who });
    if (status === 204) awards.delete(label);
    return `${who.name} deletes ${label}: ${status}`;
  };
  return [
    ...Array.from({ length: 6 }, () => vote),
    ...Array.from({ length: 3 }, () => exchange),
    ...Array.from({ length: 4 }, () => everybodyVotes),
    chooseAnew,
    skip,
    skip,
    decline,
    decline,
    passDay,
    close,
    deleteAward,
  ];
}
