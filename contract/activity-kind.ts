import type { Opens, Topic } from "./inbox.ts";
import type { LiveEvent } from "./live.ts";

type Stale = LiveEvent["kind"];

/** Some rows of one kind and place, from which a sentence is made. */
export interface Gathered {
  /** Who did it, such as "Maya and 2 others". */
  readonly who: string;
  readonly count: number;
  /** The name of the trip, or else of the squad. */
  readonly place: string;
  readonly award: string;
  /** Whom a mail did not reach. Empty if nobody knows any more. */
  readonly address: string;
  /** How many awards of the trip wait for the reader's vote. */
  readonly awaited: number;
}

interface Told {
  readonly topic: Topic;
  readonly opens: Opens;
  /** Which rows one sentence tells together: those of a place and day, those of a photo and day, or none. */
  readonly gathered: "day" | "photo" | "never";
  /** Who did it stays untold. */
  readonly isAnonymous?: true;
  /** How a push tells it: at once, because it needs the reader or was meant for them, or gathered with other photos and hearts. Else never. */
  readonly push?: "now" | "gathered";
  /** For how many minutes it is told. Without it, as long as its row is there. */
  readonly minutes?: number;
  readonly say: (gathered: Gathered) => string;
}

/** What the server does when something of a kind happens. */
export interface ActivityKind {
  /** Which hint goes to the pages of the trips, of the squad and of the people concerned. */
  readonly stale: { readonly trip?: Stale; readonly squad?: Stale; readonly person?: Stale };
  /** The people concerned may see more or less from now on. */
  readonly changesRights?: true;
  /** A row of `activity` keeps it: written by the caller's transaction, or by the statement that makes the change. */
  readonly row?: "written" | "by database";
  /**
   * How the inbox tells of a row. A row for one person is told to them, any other to the crew of its trip or the members of its squad; to
   * nobody who did it themselves, came later or has left.
   */
  readonly told?: Told;
}
