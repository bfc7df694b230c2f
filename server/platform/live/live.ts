// Decision 054: why live updates are hints sent after the commit.
// Written by hand because SSE and LISTEN libraries know no changing memberships, ended sessions, silent connections or slow readers.
import { LiveEvent } from "#contract/live.ts";

/** A person's open page. */
export interface Listener {
  readonly userId: string;
  /** The squads and trips whose events it gets, at the time it joins. */
  readonly scopes: ReadonlySet<string>;
  /** The page is no person's, such as a TV: its scopes never change. */
  readonly hasFixedScopes?: true;
  tell(event: LiveEvent): void;
  /** Tells the page to fetch everything again: its scopes may have changed, or events may be lost. */
  refresh(): void;
}

/** Carries hints to every server, this one included. */
export interface Wire {
  send(events: readonly LiveEvent[]): Promise<void>;
  /** Calls `receive` with the hints of all servers, and `restored` after an interruption that may have lost hints. */
  listen(receive: (events: readonly LiveEvent[]) => void, restored: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface Live {
  /** Sends hints to the pages that may see them. Call it after the commit. It never throws and never waits. */
  tell(...events: LiveEvent[]): void;
  /** Calls `watcher` with each hint: at once for one of this server, and when it arrives for one of any server. */
  watch(watcher: (event: LiveEvent) => void): void;
  /** Starts sending hints to a page. The returned function stops it. */
  join(listener: Listener): () => void;
  /**
   * Repeats the hints for a page from this time on (milliseconds of any server's clock). False when some may be missing: the time is too
   * long ago, or hints were lost since.
   */
  repeat(listener: Listener, since: number): boolean;
  /** How many pages this person has open on this server. */
  openFor(userId: string): number;
  /** How many pages and screens are open on this server. */
  open(): number;
  close(): Promise<void>;
}

/** Hints wait this long and are sent as one message, so that a burst of votes costs one. */
const batchMs = 40;

export interface LiveParts {
  readonly wire: Wire;
  readonly scopesOf: (userId: string) => Promise<ReadonlySet<string>>;
  readonly log: (error: unknown) => void;
}

/** How long hints are kept for pages that are just opening, and how many. */
const keptMs = 30_000;
const maxKept = 5000;
/** After an interruption, a page asks again within this time. */
const maxSpreadMs = 10_000;
const spreadPerPageMs = 2;
/** A page whose scopes the database did not tell asks again after this time. */
const retryMs = 1000;
/** The clocks of two servers differ by less, and a hint travels for less. */
const clockMs = 2000;

const changesNoRights: ReadonlySet<LiveEvent["kind"]> = new Set(["mail", "vote", "seen"]);
/** A hint to one person may tell of a change of what they may see. Their own vote and look and their mails change nothing. */
const mayChangeRights = ({ scope, kind }: LiveEvent) => scope === "user" && !changesNoRights.has(kind);

/** Delivers hints to the pages of this server. The wire carries hints between servers. */
export function openLive({ wire, scopesOf, log }: LiveParts): Live {
  /** The listeners by the id of a squad, trip or user. */
  const listening = new Map<string, Set<Listener>>();
  const subscribed = new Map<Listener, ReadonlySet<string>>();
  const watchers: ((event: LiveEvent) => void)[] = [];
  const watched = (event: LiveEvent) => watchers.forEach((watcher) => watcher(event));
  let waiting = new Map<string, LiveEvent>();
  let recent: { readonly at: number; readonly event: LiveEvent }[] = [];
  /** `recent` has every hint from this time on. */
  let completeSince = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const subscribe = (listener: Listener, scopes: ReadonlySet<string>) => {
    unsubscribe(listener);
    subscribed.set(listener, scopes);
    for (const id of [listener.userId, ...scopes]) {
      const set = listening.get(id) ?? new Set();
      listening.set(id, set.add(listener));
    }
  };

  const unsubscribe = (listener: Listener) => {
    for (const id of [listener.userId, ...(subscribed.get(listener) ?? [])]) {
      const set = listening.get(id);
      set?.delete(listener);
      if (set?.size === 0) listening.delete(id);
    }
    subscribed.delete(listener);
  };

  /** Asks for the scopes of a page again. Until they are known it gets nothing: the person may have been removed. Then it refreshes. */
  const renew = async (listener: Listener): Promise<void> => {
    if (!subscribed.has(listener)) return;
    if (listener.hasFixedScopes) return listener.refresh();
    const none: ReadonlySet<string> = new Set();
    subscribe(listener, none);
    // The page may close meanwhile, and a later renewal knows more.
    const isLatest = () => subscribed.get(listener) === none;
    try {
      const scopes = await scopesOf(listener.userId);
      if (!isLatest()) return;
      subscribe(listener, scopes);
      listener.refresh();
    } catch (error) {
      log(error);
      setTimeout(() => isLatest() && void renew(listener), retryMs).unref();
    }
  };

  /** A hint with the contract's fields alone. One that breaks the contract loses its content, and pages fetch it. */
  const filtered = (event: LiveEvent): LiveEvent => {
    const { success, data, error } = LiveEvent.safeParse(event);
    if (success) return data;
    log(error);
    const { scope, id, kind } = event;
    return { scope, id, kind };
  };

  const receive = (events: readonly LiveEvent[]) => {
    const at = Date.now();
    recent = [
      ...recent.filter((kept) => kept.at > at - keptMs),
      ...events.filter(({ kind }) => kind !== "reaction" && kind !== "here").map((event) => ({ at, event })),
    ].slice(-maxKept);
    if (recent.length === maxKept) completeSince = Math.max(completeSince, recent[0]!.at);
    for (const event of events) {
      watched(event);
      // A copy, because a renewal takes the page out of the set and puts it back.
      for (const listener of Array.from(listening.get(event.id) ?? [])) {
        listener.tell(event);
        if (mayChangeRights(event)) void renew(listener);
      }
    }
  };

  const flush = () => {
    timer = undefined;
    const events = [...waiting.values()];
    waiting = new Map();
    wire.send(events).catch((error: unknown) => {
      log(error);
      // Pages of other servers refresh when the wire is back. Tell our own now.
      receive(events);
    });
  };

  // If the database is down at start, the wire keeps trying, and pages refresh once it is back.
  wire
    .listen(receive, () => {
      completeSince = Date.now();
      // All pages ask again, so not at the same moment.
      const spreadMs = Math.min(maxSpreadMs, subscribed.size * spreadPerPageMs);
      for (const listener of subscribed.keys())
        setTimeout(() => void renew(listener), Math.random() * spreadMs).unref();
    })
    .then(() => (completeSince = Date.now()), log);

  return {
    tell(...told) {
      const events = told.map(filtered);
      events.forEach(watched);
      for (const event of events) waiting.set(JSON.stringify(event), event);
      // All screens of a show turn a card together, and a removed person must not get the next one: these hints do not wait.
      if (events.some((event) => event.show || mayChangeRights(event))) {
        clearTimeout(timer);
        flush();
      } else timer ??= setTimeout(flush, batchMs);
    },
    watch: (watcher) => void watchers.push(watcher),
    join(listener) {
      subscribe(listener, listener.scopes);
      return () => unsubscribe(listener);
    },
    repeat(listener, since) {
      const from = since - clockMs;
      for (const { at, event } of recent)
        if (at >= from && (event.id === listener.userId || listener.scopes.has(event.id))) listener.tell(event);
      return from >= Math.max(completeSince, Date.now() - keptMs);
    },
    openFor: (userId) => [...(listening.get(userId) ?? [])].filter((listener) => listener.userId === userId).length,
    open: () => subscribed.size,
    async close() {
      if (timer) {
        clearTimeout(timer);
        await wire.send([...waiting.values()]).catch(log);
      }
      await wire.close();
    },
  };
}
