// Decision 115: why a row tells what happened, and hints follow from it.
import { type KindName, type ToldKind, type WrittenKind, activityKinds } from "#contract/activity.ts";
import type { ActivityKind } from "#contract/activity-kind.ts";
import type { LiveEvent } from "#contract/live.ts";
import { afterCommit } from "../platform/db/connect.ts";
import { newId } from "../platform/db/id.ts";
import type { Live } from "../platform/live/live.ts";
import type { Tx } from "./database.ts";
import { addActivity } from "./activity-store.ts";

type Ids = string | null | undefined | readonly string[];

/** Whose pages get the hint of a kind. */
interface Where {
  readonly trip?: Ids;
  readonly squad?: Ids;
  /** The people concerned. */
  readonly person?: Ids;
}

/** What a row says beside its place, which is the trip or else the squad. */
interface What extends Where {
  readonly actor?: string;
  /** Whom alone it is for: a row for each. */
  readonly to?: readonly string[];
  readonly photo?: string;
  readonly award?: string;
  readonly invitation?: string;
  readonly comment?: string;
}

type More = Pick<LiveEvent, "categoryId" | "show" | "emoji" | "person" | "asks">;

export interface Activity {
  /** Writes what happened in the transaction that does it. Its hints go out after the commit. */
  note(tx: Tx, kind: WrittenKind, what: What): Promise<void>;
  /** Sends the hints of what has no row, or one that the database has written. Call it after the commit. It never throws and never waits. */
  tell(kind: ToldKind, where: Where, more?: More): void;
  /** Calls `run`, which never throws, each time after this server has written a row. */
  watch(run: () => void): void;
}

/** Opens the one way in which rooms say what happened. */
export function openActivity(live: Pick<Live, "tell">): Activity {
  const watchers: (() => void)[] = [];
  const wake = () => watchers.forEach((run) => run());
  return {
    async note(tx, kind, what) {
      await addActivity(tx, rowsOf(kind, what));
      afterCommit(tx, () => {
        live.tell(...hintsOf(kind, what));
        wake();
      });
    },
    tell(kind, where, more) {
      live.tell(...hintsOf(kind, where, more));
      if ((activityKinds[kind] as ActivityKind).row) wake();
    },
    watch: (run) => void watchers.push(run),
  };
}

function rowsOf(kind: WrittenKind, { trip, squad, actor, to, photo, award, invitation, comment }: What) {
  const [tripId = null] = listOf(trip);
  const [squadId = null] = listOf(squad);
  const row = {
    kind,
    trip_id: tripId,
    squad_id: tripId ? null : squadId,
    actor_id: actor ?? null,
    media_id: photo ?? null,
    category_id: award ?? null,
    invitation_id: invitation ?? null,
    comment_id: comment ?? null,
  };
  return (to ?? [null]).map((personId) => ({ ...row, id: newId(), person_id: personId }));
}

/** The hints of a kind: one for each place and person that it makes stale. */
function hintsOf(name: KindName, where: Where, more: More = {}): LiveEvent[] {
  const { stale, changesRights }: ActivityKind = activityKinds[name];
  const hints = (scope: LiveEvent["scope"], ids: Ids, kind: LiveEvent["kind"] | undefined): LiveEvent[] =>
    kind === undefined ? [] : listOf(ids).map((id) => ({ scope, id, kind, ...more }));
  return [
    ...hints("trip", where.trip, stale.trip),
    ...hints("squad", where.squad, stale.squad),
    ...hints("user", where.person, stale.person).map((hint) => (changesRights ? { ...hint, changesRights } : hint)),
  ];
}

const listOf = (ids: Ids): readonly string[] => [...new Set([ids ?? []].flat())];
