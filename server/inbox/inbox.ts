// Decision 119: why the inbox is read from rows of places, and gathered when it is read.
import type { ActivityKind } from "#contract/activity-kind.ts";
import { type KindName, activityKinds } from "#contract/activity.ts";
import type { InboxEntry } from "#contract/inbox.ts";
import { plural } from "#contract/locale.ts";
import type { HeardRow } from "./store.ts";

type Told = NonNullable<ActivityKind["told"]>;

/** How the inbox tells of a kind; undefined if it does not. */
const toldOf = (kind: KindName): Told | undefined => (activityKinds[kind] as ActivityKind).told;

const all = (Object.keys(activityKinds) as KindName[]).flatMap((kind) => {
  const told = toldOf(kind);
  return told ? [{ kind, ...told }] : [];
});

/** The topic of each kind that is told, and for how many minutes some are told. */
export const toldKinds = {
  topicOf: new Map(all.map(({ kind, topic }) => [kind, topic] as const)),
  minutesOf: new Map(all.flatMap(({ kind, minutes }) => (minutes === undefined ? [] : [[kind, minutes] as const]))),
};

/** How a push tells of each kind. Others have none. */
export const pushOf: ReadonlyMap<KindName, "now" | "gathered"> = new Map(
  all.flatMap(({ kind, push }) => (push ? [[kind, push] as const] : [])),
);

const maxPhotos = 3;

/**
 * Makes sentences of rows that come the latest first, one of all rows that are gathered. `zone`: whose days they are. With more than `limit`
 * sentences it stops; `last` is the last row that it used.
 */
export function gather(rows: readonly HeardRow[], zone: string, limit: number) {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  const groups = new Map<string, [HeardRow, ...HeardRow[]]>();
  let last: HeardRow | undefined;
  for (const row of rows) {
    const told = toldOf(row.kind);
    if (told && row.isShown && row.awaited !== 0) {
      const place = row.tripId ?? row.squadId;
      const photo = told.gathered === "photo" ? row.photoId : null;
      const key = told.gathered === "never" ? row.id : [row.kind, place, photo, day.format(row.at)].join();
      const group = groups.get(key);
      if (!group && groups.size === limit) return { entries: entriesOf(groups), last, isCut: true };
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
    last = row;
  }
  return { entries: entriesOf(groups), last, isCut: false };
}

const entriesOf = (groups: ReadonlyMap<string, readonly [HeardRow, ...HeardRow[]]>) =>
  [...groups.values()].map(entryOf);

function entryOf(rows: readonly [HeardRow, ...HeardRow[]]): InboxEntry {
  const [latest] = rows;
  const { topic, opens, isAnonymous, say } = toldOf(latest.kind)!;
  const actors = [...new Map(rows.flatMap(({ actor }) => (actor ? [[actor.id, actor] as const] : []))).values()];
  return {
    id: latest.id,
    text: say({
      who: namesOf(actors.map(({ firstName }) => firstName)),
      count: rows.length,
      place: latest.place,
      award: latest.award ?? "",
      address: latest.address ?? "",
      awaited: latest.awaited ?? 0,
    }),
    topic,
    opens,
    tripId: latest.tripId,
    squadId: latest.squadId,
    photoIds: [...new Set(rows.flatMap(({ photoId, hasPicture }) => (photoId && hasPicture ? [photoId] : [])))].slice(
      0,
      maxPhotos,
    ),
    who: isAnonymous ? null : (actors[0] ?? null),
    at: latest.at.toJSON(),
    isNew: rows.some(({ isNew }) => isNew),
  };
}

/** "Maya", "Maya and Ben", "Maya and 2 others". */
function namesOf([first = "Somebody", second, ...more]: readonly string[]): string {
  if (second === undefined) return first;
  const others = more.length + 1;
  return more.length === 0
    ? `${first} and ${second}`
    : `${first} and ${others} ${plural(others, { one: "other", other: "others" })}`;
}
