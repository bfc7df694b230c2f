import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../../platform/http/problem.ts";

/** After this many refused files within `withinMs`, a person's next uploads begin `apartMs` apart. */
const maxRefused = 3;
const withinMs = 10_000;
const apartMs = 1000;
/** Uploads that would wait longer are refused for now. */
const maxWaitMs = 10_000;

export interface Pace {
  /** Resolves when the server may read the person's next bytes. Rejects (429) when too many of their uploads wait already. */
  turn(person: string): Promise<void>;
  noteRefused(person: string): void;
}

interface Recent {
  /** When the latest `maxRefused` files were refused. */
  readonly refusedAt: readonly number[];
  /** When the next upload may begin. */
  readonly nextAt: number;
}

/**
 * Slows people down whose files are refused one after the other, so that the bytes of files that nobody gets to see hold up nobody else's.
 * Each server counts for itself.
 */
export function openPace(now: () => number = Date.now, wait: (ms: number) => Promise<unknown> = sleep): Pace {
  const people = new Map<string, Recent>();
  const isSlowed = ({ refusedAt }: Recent) => refusedAt.length === maxRefused && refusedAt[0]! > now() - withinMs;
  return {
    async turn(person) {
      const recent = people.get(person);
      if (!recent || !isSlowed(recent)) return;
      const waitMs = Math.max(0, recent.nextAt - now());
      if (waitMs > maxWaitMs)
        throw new Problem("too_many_requests", "Several of your files were refused. Please wait a moment.", {
          retryAfter: Math.ceil(waitMs / 1000),
        });
      people.set(person, { ...recent, nextAt: now() + waitMs + apartMs });
      await wait(waitMs);
    },
    noteRefused(person) {
      for (const [known, { refusedAt }] of people) if (refusedAt.at(-1)! <= now() - withinMs) people.delete(known);
      const { refusedAt, nextAt } = people.get(person) ?? { refusedAt: [], nextAt: 0 };
      people.set(person, { refusedAt: [...refusedAt, now()].slice(-maxRefused), nextAt });
    },
  };
}
