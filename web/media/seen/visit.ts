import { type News, maxNew } from "#contract/seen.ts";

/** What the line says: how many photos are new, and since when. */
export type Shown = Pick<News, "count" | "since">;

/** A look that this tab has told the server, and what its line said before. */
export interface Told extends Shown {
  readonly until: string;
}

/**
 * What is new to somebody who is still there: the page has told the server of their look, in case they do not come back, but its line
 * stays and counts on. It ends when the server knows of a later look, such as one on another device.
 */
export function shownOf(news: News, told: Told | null): Shown {
  return told?.until === news.since ? { since: told.since, count: Math.min(maxNew, told.count + news.count) } : news;
}

const keyOf = (place: string) => `new ${place}`;

/**
 * Keeps what the line of this trip or squad says for a page that is only loaded anew, or nothing where the browser blocks storage. Null forgets
 * it.
 */
export function keepTold(place: string, told: Told | null): void {
  try {
    if (told) sessionStorage.setItem(keyOf(place), JSON.stringify(told));
    else sessionStorage.removeItem(keyOf(place));
  } catch {}
}

/** What was kept for this trip or squad, if the page was loaded anew. Somebody who has left and comes back has looked. */
export function keptTold(place: string): Told | null {
  const [loading] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (loading?.type !== "reload") return null;
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? "null") as Told | null;
  } catch {
    return null;
  }
}
