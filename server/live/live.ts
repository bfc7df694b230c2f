import type { LiveEvent } from "#contract/live.ts";

/** Someone's open page. */
export interface Listener {
  /** The squads and trips whose events it is told, kept in step by `scopesOf`. */
  scopes: ReadonlySet<string>;
  readonly userId: string;
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
  /** How many pages are open here. */
  readonly size: number;
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
  const listeners = new Set<Listener>();
  let waiting = new Map<string, LiveEvent>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    timer = undefined;
    const events = [...waiting.values()];
    waiting = new Map();
    wire.send(events).catch((error: unknown) => {
      log(error);
      receive(events);
    });
  };

  const renew = async (listener: Listener) => {
    listener.scopes = await scopesOf(listener.userId);
    listener.refresh();
  };

  function receive(events: readonly LiveEvent[]) {
    for (const event of events) {
      for (const listener of listeners) {
        if (listener.scopes.has(event.id) || event.id === listener.userId) listener.tell(event);
        // Who belongs to what has changed: for this person, or for someone of a squad or trip they are in.
        if (event.scope === "user" && event.id === listener.userId) renew(listener).catch(log);
      }
    }
  }

  // The database may be away at start; the wire keeps trying, and pages are refreshed once it is back.
  wire.listen(receive, () => listeners.forEach((listener) => void renew(listener).catch(log))).catch(log);

  return {
    tell(...events) {
      for (const event of events) waiting.set(JSON.stringify(event), event);
      timer ??= setTimeout(flush, gatherMs);
    },
    join(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get size() {
      return listeners.size;
    },
    async close() {
      if (timer) {
        clearTimeout(timer);
        await wire.send([...waiting.values()]).catch(log);
      }
      await wire.close();
    },
  };
}
