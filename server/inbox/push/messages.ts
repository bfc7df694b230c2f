import { hash } from "node:crypto";
import type { KindName } from "#contract/activity.ts";
import { entryPath } from "#contract/entry-path.ts";
import type { InboxEntry, Topic } from "#contract/inbox.ts";
import type { PushMessage } from "#contract/pushes.ts";
import { dayMs, minuteMs } from "../../platform/durations.ts";
import { gather, pushOf, toldKinds } from "../inbox.ts";
import type { HeardRow } from "../store.ts";
import { discreetTexts } from "./discreet.ts";

type Show = NonNullable<PushMessage["show"]>;

/** One push to all browsers of a person. */
export interface Push {
  readonly push: "now" | "gathered";
  readonly show: Show;
  /** The same without a name of anybody and anything. */
  readonly discreet: Show;
  /** How long a push service keeps it for a browser that is off. */
  readonly ttlSeconds: number;
  readonly urgency: "high" | "normal" | "low";
}

/** Rows that were found after `after`, and no later than `until`. Without it nothing of this kind is sent. */
interface Window {
  readonly after: Date;
  readonly until: Date;
}
export type Windows = Readonly<Partial<Record<"now" | "gathered", Window>>>;

interface Reader {
  readonly id: string;
  readonly noPush: readonly Topic[];
  readonly zone: string;
}

const urgent: ReadonlySet<KindName> = new Set<KindName>(["night_begins", "last_vote_missing", "results_out"]);
const site = "Swellmates";
const [maxTitle, maxText, maxEntries] = [80, 300, 100];

/** Makes pushes of the unseen rows of a person, one for each place and topic, and one for all photos and hearts. */
export function pushesOf(rows: readonly HeardRow[], reader: Reader, windows: Windows): Push[] {
  const groups = new Map<string, HeardRow[]>();
  for (const row of rows) {
    const push = pushOf.get(row.kind);
    const topic = toldKinds.topicOf.get(row.kind)!;
    if (!push || !row.isNew || reader.noPush.includes(topic) || !isIn(windows[push], row)) continue;
    const thing = push === "gathered" ? "gathered" : [row.tripId ?? row.squadId, topic].join();
    const group = groups.get(thing);
    if (group) group.push(row);
    else groups.set(thing, [row]);
  }
  return [...groups].flatMap(([thing, found]) => pushOfGroup(tagOf(reader.id, thing), found, reader.zone) ?? []);
}

const isIn = (window: Window | undefined, { foundAt }: HeardRow) =>
  window !== undefined && foundAt !== null && foundAt > window.after && foundAt <= window.until;

function pushOfGroup(tag: string, rows: readonly HeardRow[], zone: string): Push | undefined {
  const { entries } = gather(rows, zone, maxEntries);
  const [first] = entries;
  if (!first) return undefined;
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]));
  const kindOf = ({ id }: InboxEntry) => kinds.get(id)!;
  const places = new Set(rows.map(({ place }) => place));
  const isUrgent = entries.some((entry) => urgent.has(kindOf(entry)));
  const push = pushOf.get(kindOf(first))!;
  const minutes = toldKinds.minutesOf.get(kindOf(first));
  const path = (entries.length === 1 && entryPath(first)) || "/inbox";
  const [place] = places.size === 1 ? places : [site];
  const texts = [...new Set(entries.map((entry) => discreetTextOf(kindOf(entry))))];
  return {
    push,
    show: { tag, title: cut(place || site, maxTitle), text: listOf(first.text, entries.length), path, isUrgent },
    discreet: { tag, title: site, text: listOf(texts[0]!, texts.length), path, isUrgent },
    ttlSeconds: (minutes === undefined ? dayMs : minutes * minuteMs) / 1000,
    urgency: isUrgent ? "high" : push === "gathered" ? "low" : "normal",
  };
}

const discreetTextOf = (kind: KindName) => discreetTexts[kind as keyof typeof discreetTexts];

/** The first of some sentences, and how many others there are. */
const listOf = (text: string, count: number) => cut(text, maxText) + (count > 1 ? `, and ${count - 1} more` : "");

const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text);

/** The same for the same thing and person. It tells nobody else which thing that is. */
const tagOf = (person: string, thing: string) => shortHash(`${person} ${thing}`);

/** What push services know a tag by: another one for each browser, so that nobody learns who is told of the same thing. */
export const topicHeader = (tag: string, device: string): string => shortHash(`${tag} ${device}`);

const shortHash = (text: string) => hash("sha256", text, "base64url").slice(0, 32);
