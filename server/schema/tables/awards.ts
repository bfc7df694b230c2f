import type { ColumnType, Generated } from "kysely";
import type { SetByDatabase } from "./columns.ts";

export interface AwardTables {
  categories: {
    id: string;
    trip_id: string;
    name: string;
    description: string;
    icon: string;
    color: string;
    position: number;
    votes_received: Generated<number>;
    completed_at: Date | null;
    closed_at: Date | null;
    closed_by: ColumnType<string | null, never, string>;
    first_ballot_change: SetByDatabase<number | null>;
    no_self_votes: SetByDatabase<boolean>;
    /** The choices of this award are destroyed. Its rows in `votes` say only who took part. */
    is_sealed: SetByDatabase<boolean>;
    is_uncounted: SetByDatabase<boolean>;
    hides_counts: SetByDatabase<boolean>;
    ancestor: Generated<string | null>;
    is_demo: SetByDatabase<boolean>;
    created_at: SetByDatabase<Date>;
  };
  declined_awards: { category_id: string; user_id: string };
  /** A null nominee: the ballot is void or skipped, or the choice is destroyed. */
  votes: { category_id: string; voter_id: string; nominee_id: string | null; is_skipped: Generated<boolean> };
  tallies: { category_id: string; nominee_id: string; trip_id: string; votes: number };
  standings: { trip_id: string; user_id: string; votes: number };
}
