// Decision 078: how a night keeps results sealed and destroys choices.
import type { NightPlan } from "#contract/nights.ts";
import { cardLeadMs, minutesAhead, minutesToSelfStart } from "#contract/nights.ts";
import { listed } from "#contract/locale.ts";
import { type Sentence, withValues } from "#contract/refusals.ts";
import type { Organizing } from "../../access/rights.ts";
import type { Revealed } from "../../schema/shapes/crew.ts";
import { Problem, refusedField } from "../../platform/http/problem.ts";
import { chooseBonus } from "./bonus/rules.ts";
import { type Running, buildShow, lastCardAt, presentCard } from "./show.ts";
import type { Step, StoredNight } from "./show-store.ts";
import type { NightWrites } from "./store.ts";
import { hourMs, minuteMs } from "../../platform/durations.ts";

/** A show that nobody starts or finishes ends this long after its vote closed, and the results come out. */
const hoursToEnd = 24;

/** The host can close the vote although people are missing once one award has this many answers. */
const minAnswers = 3;

/** Plans the night of a trip. 409 if the trip has a night or no open award, 400 for a time that is not ten minutes ahead. */
export async function planNight(writes: NightWrites, trip: Organizing, plan: NightPlan): Promise<void> {
  if (await writes.lock(trip.tripId)) throw new Problem("conflict", "night_planned_already");
  if ((await writes.openAwards(trip.tripId)) === 0) {
    throw new Problem("conflict", "night_without_open_awards");
  }
  refuseSoon(plan);
  await writes.add(trip.tripId, plan);
  if (plan.noSelfVotes) await writes.voidSelfVotes(trip.tripId);
}

/** Changes the plan. 409 once the vote is closed, 400 for a new time that is not ten minutes ahead. */
export async function editNight(writes: NightWrites, trip: Organizing, plan: NightPlan): Promise<boolean> {
  const night = demandPlanned(await lockNight(writes, trip.tripId));
  const isMoved = new Date(plan.startsAt).getTime() !== night.starts_at?.getTime();
  if (isMoved) refuseSoon(plan);
  await writes.edit(trip.tripId, plan);
  if (plan.noSelfVotes) await writes.voidSelfVotes(trip.tripId);
  return isMoved;
}

/** Calls the night off. Awards that all have voted on come out and are returned. 409 once the vote is closed. */
export async function callOff(writes: NightWrites, trip: Organizing): Promise<Revealed[]> {
  demandPlanned(await lockNight(writes, trip.tripId));
  return writes.remove(trip.tripId);
}

/**
 * Closes the vote before its time. If somebody has not answered: 409 if no award has three answers, and 409 if `isConfirmed` is false. 409
 * once it is closed.
 */
export async function closeEarly(writes: NightWrites, trip: Organizing, isConfirmed: boolean): Promise<void> {
  const night = demandPlanned(await lockNight(writes, trip.tripId));
  const missing = await writes.missingNames(trip.tripId);
  // Skips and void ballots count: otherwise the refusal would tell of them.
  if (missing.length > 0 && (await writes.mostAnswers(trip.tripId)) < minAnswers)
    throw new Problem("conflict", "night_too_few_answers");
  if (missing.length > 0 && !isConfirmed) {
    const others = missing.filter(({ id }) => id !== trip.userId).map(({ firstName }) => firstName);
    const isMissing = others.length < missing.length;
    throw new Problem("confirmation_needed", missingSentence(others, isMissing));
  }
  await seal(writes, night);
}

/** Starts the show, at the planned time or after the vote was closed. Starting again returns the running show. 409 before and after. */
export async function startShow(writes: NightWrites, trip: Organizing): Promise<StoredNight> {
  const night = await lockNight(writes, trip.tripId);
  const { stage } = night;
  if (stage === "planned") throw new Problem("conflict", "night_vote_open");
  if (stage === "over") throw new Problem("conflict", "night_is_over");
  if (stage === "live") return night;
  if (!night.closed_at) await seal(writes, night);
  await writes.start(trip.tripId, new Date(Date.now() + cardLeadMs));
  return lockNight(writes, trip.tripId);
}

/**
 * Shows the card after `position`, or with a `step` of -1 the one before. If `position` is no longer the present card, somebody else was
 * faster: nothing changes, at the last card as at all others. The last card publishes the results. 409 before the show, after its last card,
 * and back from the title.
 */
export async function turnCard(
  writes: NightWrites,
  trip: Organizing,
  position: number,
  step: Step,
): Promise<StoredNight> {
  const night = await lockNight(writes, trip.tripId);
  const show = findRunningNight(night);
  if (!show) throw new Problem("conflict", "show_not_running");
  const last = show.cardCount - 1;
  if (night.over_at && position >= last)
    throw new Problem("conflict", step === 1 ? "show_not_running" : "night_is_over");
  if (night.over_at) return night;
  const present = presentCard(show, new Date());
  if (present.position === last) {
    // The clock has moved the show to its end.
    await finish(writes, night);
    return lockNight(writes, trip.tripId);
  }
  if (present.position !== position) return night;
  if (position + step < 0) throw new Problem("conflict", "show_at_title");
  // Pages keep the card that begins later, so it does even if two servers have different clocks.
  const cardAt = new Date(Math.max(Date.now() + cardLeadMs, present.cardAt.getTime() + 1));
  const next = { position: position + step, card_at: cardAt };
  await writes.move(trip.tripId, next.position, next.card_at);
  if (next.position < last) return { ...night, ...next };
  await writes.publish(trip.tripId);
  return lockNight(writes, trip.tripId);
}

/** Gives a trip a night without a time. `doWhatIsDue` closes it once everybody has answered. */
export async function addNightWithoutTime(writes: NightWrites, tripId: string): Promise<void> {
  const plan = { startsAt: null, timeZone: "UTC", noSelfVotes: false, movesByItself: false };
  await writes.add(tripId, { ...plan, startsByItself: false, showsCounts: true, bonusRulesOff: [] });
}

/**
 * Closes, starts or ends the night if its time has come, or closes one without a time if everybody has answered. Returns whether it did,
 * and the time of the next step; null after the last step, and while a night waits for answers.
 */
export async function doWhatIsDue(writes: NightWrites, tripId: string) {
  const due = await findDue(writes, await writes.lock(tripId));
  if (!due || due.at.getTime() > Date.now()) return { changed: false, next: due?.at ?? null };
  const night = await lockNight(writes, tripId);
  if (due.what === "close") await seal(writes, night);
  else if (due.what === "start") await writes.start(tripId, new Date(Date.now() + cardLeadMs));
  else await finish(writes, night);
  return { changed: true, next: dueAt(await writes.lock(tripId))?.at ?? null };
}

interface Due {
  readonly what: "close" | "start" | "end";
  readonly at: Date;
}

/** The next step of a night and its time. A night without a time closes now if everybody has answered; otherwise it has no next step yet. */
async function findDue(writes: NightWrites, night: StoredNight | undefined): Promise<Due | null> {
  if (!night || night.starts_at || night.closed_at) return dueAt(night);
  const { trip_id: tripId } = night;
  const isAnswered = (await writes.openAwards(tripId)) > 0 && (await writes.missingNames(tripId)).length === 0;
  return isAnswered ? { what: "close", at: new Date() } : null;
}

/** What the clock does next with a night. */
function dueAt(night: StoredNight | undefined): Due | null {
  if (!night || night.over_at) return null;
  const { closed_at, live_at, starts_at } = night;
  if (!closed_at) return starts_at && { what: "close", at: starts_at };
  const end = { what: "end" as const, at: new Date(closed_at.getTime() + hoursToEnd * hourMs) };
  if (!live_at) {
    if (!starts_at || !night.starts_by_itself) return end;
    const at = new Date(starts_at.getTime() + minutesToSelfStart * minuteMs);
    return at < end.at ? { what: "start", at } : end;
  }
  const show = findRunningNight(night);
  return show?.movesByItself ? { what: "end", at: lastCardAt(show) } : end;
}

/** Counts the votes, destroys the choices, and makes the cards of the show. */
async function seal(writes: NightWrites, night: StoredNight): Promise<void> {
  await writes.seal(night.trip_id);
  const facts = await writes.facts(night.trip_id);
  const bonus = chooseBonus(await writes.bonusFacts(night.trip_id), night.bonus_rules_off).map((award) => ({
    kind: "bonus" as const,
    ...award,
  }));
  await writes.setCards(night.trip_id, buildShow({ ...facts, bonus, showsCounts: night.shows_counts }));
}

/** Ends a night at its last card, and publishes the results. */
async function finish(writes: NightWrites, night: StoredNight): Promise<void> {
  const show = findRunningNight(night);
  if (show) {
    const last = presentCard({ ...show, movesByItself: true }, lastCardAt(show));
    await writes.move(night.trip_id, last.position, show.movesByItself ? last.cardAt : new Date());
  }
  await writes.publish(night.trip_id);
}

/** The clock of a show that has started; null before. */
export function findRunningNight(night: StoredNight): Running | null {
  const { position, card_at: cardAt, moves_by_itself: movesByItself, cards, over_at } = night;
  if (!cardAt || !cards) return null;
  return { position, cardAt, movesByItself: movesByItself && !over_at, cardCount: cards.length };
}

/** The refusal of calls that need a night. */
export const noNight = () => new Problem("conflict", "no_night");

async function lockNight(writes: NightWrites, tripId: string): Promise<StoredNight> {
  const night = await writes.lock(tripId);
  if (!night) throw noNight();
  return night;
}

function demandPlanned(night: StoredNight): StoredNight {
  if (night.stage !== "planned") throw new Problem("conflict", "night_settled");
  return night;
}

/** A night that begins at once would close the vote before anybody hears of it. */
function refuseSoon({ startsAt }: NightPlan) {
  const ahead = new Date(startsAt).getTime() - Date.now();
  if (ahead >= minutesAhead * minuteMs) return;
  throw refusedField("startsAt", ahead > 0 ? withValues("night_too_soon", { minutes: minutesAhead }) : "night_in_past");
}

/** How many names a sentence has at most. */
const maxNames = 5;

/** Says who has not answered every award: these people, and the reader too if `isMissing`. */
function missingSentence(others: readonly string[], isMissing: boolean): Sentence {
  if (others.length === 0) return { key: "night_you_have_not_answered" };
  const missing = isMissing ? ["You", ...others] : others;
  return withValues("night_crew_has_not_answered", { count: missing.length, names: shortList(missing) });
}

const shortList = (names: readonly string[]) =>
  listed(names.length <= maxNames ? names : [...names.slice(0, maxNames - 1), `${names.length - maxNames + 1} others`]);
