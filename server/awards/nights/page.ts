import type { BonusRule } from "#contract/bonus-rules.ts";
import type { Night, NightPage, ShowState } from "#contract/nights.ts";
import { type TripAccess, mayKnowOf } from "../../access/rights.ts";
import type { Database } from "../../schema/database.ts";
import { notFound } from "../../platform/http/problem.ts";
import { showStateOf } from "./cards.ts";
import { findRunningNight } from "./night.ts";
import { type StoredNight, showStore } from "./show-store.ts";
import { nightStore } from "./store.ts";

/** The page of a night, as this viewer sees it. */
export type PageOf = (access: TripAccess) => Promise<NightPage>;

export type NightPages = ReturnType<typeof nightPages>;

/** Reads nights, as viewers may see them. Backups are kept for `backupDays`; null if the server makes none. */
export function nightPages(database: Database, backupDays: number | null) {
  const store = nightStore(database);
  const shows = showStore(database);

  /** How the show of a night stands; null unless it runs. */
  const showOf = async (night: StoredNight): Promise<ShowState | null> => {
    const show = findRunningNight(night);
    return show && showStateOf(shows, show, night.cards!);
  };

  /** The night of a trip, if it has one that the viewer may know of. */
  async function findKnownNight(access: TripAccess) {
    const night = await store.findNight(access.tripId);
    return night && mayKnowOf(access, night.stage === "over") ? night : undefined;
  }

  async function pageOf(access: TripAccess): Promise<NightPage> {
    const { tripId, userId, isCrew, isMember, isOrganizer } = access;
    const [page, night, missing] = await Promise.all([
      store.findPage(tripId, userId),
      findKnownNight(access),
      store.findMissing(tripId),
    ]);
    if (!page) throw notFound("trip_not_found");
    const { trip, crewCount, awardCount, openAwards, crownedAwards, awardsToAnswer, answers, isOutOfBonus } = page;
    const { isDemo } = trip;
    return {
      trip: { ...trip, isDemo },
      isCrew,
      isMember,
      isOrganizer,
      openAwards: isMember ? openAwards : 0,
      crownedAwards: isMember ? crownedAwards : 0,
      awardsToAnswer,
      isOutOfBonus,
      backupDays,
      night: night ? await nightOf(night, { crewCount, awardCount, answers, ...missing }) : null,
    };
  }

  async function nightOf(
    night: StoredNight,
    {
      crewCount,
      awardCount,
      answers,
      missing,
      count,
    }: Pick<Night, "crewCount" | "awardCount" | "answers" | "missing"> & { count: number },
  ): Promise<Night> {
    return {
      startsAt: night.starts_at?.toJSON() ?? null,
      timeZone: night.time_zone,
      noSelfVotes: night.no_self_votes,
      movesByItself: night.moves_by_itself,
      startsByItself: night.starts_by_itself,
      showsCounts: night.shows_counts,
      // Written from the plan.
      bonusRulesOff: night.bonus_rules_off as BonusRule[],
      stage: night.stage,
      awardCount,
      crewCount,
      votersDone: crewCount - count,
      answers: night.stage === "planned" ? answers : 0,
      missing: night.stage === "planned" ? missing : [],
      show: await showOf(night),
      heldAt: heldAt(night)?.toJSON() ?? null,
    };
  }

  return { showOf, findKnownNight, pageOf };
}

/** When a night that is over was held. One without a show was at its planned time, or before it if it ended earlier. */
function heldAt({ over_at, live_at, starts_at }: StoredNight): Date | null {
  if (!over_at) return null;
  return live_at ?? (starts_at === null || over_at < starts_at ? over_at : starts_at);
}
