// Decision 054: why live updates are hints sent after the commit.
import type { LiveEvent } from "#contract/live.ts";

/** Someone's open page. */
export interface Listener {
  readonly userId: string;
  /** The squads and trips whose events it is told; renewed when this person's memberships change. */
  readonly scopes: ReadonlySet<string>;
  tell(event: LiveEvent): void;
  /** Told after its scopes may have changed or events may have been missed: fetch again. */
  refresh(): void;
}

/** The line between servers: carries hints to every server, this one included. */
export interface Wire {
  send(events: readonly LiveEvent[]): Promise<void>;
  /** `receive` is called for what any server sent; `restored` after a break, when hints may have been lost. */
  listen(receive: (events: readonly LiveEvent[]) => void, restored: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface Live {
  /** Tells everyone who may see it that something changed. Call it after the commit. Never throws, never waits. */
  tell(...events: LiveEvent[]): void;
  /** Starts telling a page; the answer stops it. */
  join(listener: Listener): () => void;
  /** How many pages this person has open here. */
  openFor(userId: string): number;
  close(): Promise<void>;
}

/** Hints gather this long and travel together: a burst of votes costs one message. */
const gatherMs = 40;

export interface LiveParts {
  readonly wire: Wire;
  readonly scopesOf: (userId: string) => Promise<ReadonlySet<string>>;
  readonly log: (error: unknown) => void;
}

/** Fans hints out to the pages open on this server; the wire brings those of the other servers. */
export function openLive({ wire, scopesOf, log }: LiveParts): Live {
  /** Who listens to a squad, a trip or a user, by its id. */
  const listening = new Map<string, Set<Listener>>();
  const scopesHeard = new Map<Listener, ReadonlySet<string>>();
  let waiting = new Map<string, LiveEvent>();
  let timer: NodeJS.Timeout | undefined;

  const hear = (listener: Listener, scopes: ReadonlySet<string>) => {
    forget(listener);
    scopesHeard.set(listener, scopes);
    for (const id of [listener.userId, ...scopes]) {
      const set = listening.get(id) ?? new Set();
      listening.set(id, set.add(listener));
    }
  };

  const forget = (listener: Listener) => {
    for (const id of [listener.userId, ...(scopesHeard.get(listener) ?? [])]) {
      const set = listening.get(id);
      set?.delete(listener);
      if (set?.size === 0) listening.delete(id);
    }
    scopesHeard.delete(listener);
  };

  const renew = async (listener: Listener) => {
    const scopes = await scopesOf(listener.userId);
    // It may have left while we asked.
    if (scopesHeard.has(listener)) hear(listener, scopes);
    listener.refresh();
  };

  const receive = (events: readonly LiveEvent[]) => {
    for (const event of events) {
      for (const listener of listening.get(event.id) ?? []) {
        listener.tell(event);
        if (event.scope === "user" && event.kind !== "mail") renew(listener).catch(log);
      }
    }
  };

  const flush = () => {
    timer = undefined;
    const events = [...waiting.values()];
    waiting = new Map();
    wire.send(events).catch((error: unknown) => {
      log(error);
      // The other servers' pages refresh when the line is back; ours can be told now.
      receive(events);
    });
  };

  // The database may be away at start; the wire keeps trying, and pages are refreshed once it is back.
  wire.listen(receive, () => [...scopesHeard.keys()].forEach((listener) => void renew(listener).catch(log))).catch(log);

  return {
    tell(...events) {
      for (const event of events) waiting.set(JSON.stringify(event), event);
      timer ??= setTimeout(flush, gatherMs);
    },
    join(listener) {
      hear(listener, listener.scopes);
      return () => forget(listener);
    },
    openFor: (userId) => [...(listening.get(userId) ?? [])].filter((listener) => listener.userId === userId).length,
    async close() {
      if (timer) {
        clearTimeout(timer);
        await wire.send([...waiting.values()]).catch(log);
      }
      await wire.close();
    },
  };
}
