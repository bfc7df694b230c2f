import type { ColumnType, Generated } from "kysely";
import type { SetByDatabase } from "./columns.ts";
import { type NamedPeople, byHand, keepsId, name, passing, row, secretly } from "./named-people.ts";

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
  nights: {
    trip_id: string;
    /** Null: the night closes when everybody has answered. */
    starts_at: Date | null;
    time_zone: string;
    no_self_votes: boolean;
    moves_by_itself: boolean;
    starts_by_itself: boolean;
    shows_counts: boolean;
    bonus_rules_off: Generated<string[]>;
    first_done: Generated<string | null>;
    closed_at: ColumnType<Date | null, never, never>;
    live_at: ColumnType<Date | null, never, Date>;
    over_at: ColumnType<Date | null, never, never>;
    cards: ColumnType<unknown, never, string>;
    position: Generated<number>;
    card_at: ColumnType<Date | null, never, Date>;
  };
  sealed_tallies: { category_id: string; nominee_id: string; votes: number };
  bonus_opt_outs: { trip_id: string; user_id: string };
  night_announcements: {
    trip_id: string;
    changed_by: string | null;
    origin: string;
    told_starts_at: Generated<Date | null>;
    sent_at: Generated<Date[]>;
  };
  night_letters: {
    id: string;
    trip_id: string;
    user_id: string;
    news: "planned" | "moved" | "called off";
    starts_at: Date;
    created_at: SetByDatabase<Date>;
  };
  tv_codes: { trip_id: string; code_hash: Buffer; made_by: string; expires_at: Date };
  receipts: {
    id: string;
    trip_id: string;
    category_id: string;
    nominee_id: string;
    /** Null once the vote is closed, and after the author's account was deleted. */
    author_id: ColumnType<string | null, string, never>;
    media_id: string | null;
    text: string | null;
    hearts: SetByDatabase<number>;
  };
  receipt_hearts: { receipt_id: string; user_id: string };
}

const count = { stays: "Results of a complete award stay for its crew.", ...keepsId } as const;
const secret = "What others voted is theirs; the pages show results when they are out.";

export const namedInAwardTables: NamedPeople<AwardTables> = {
  categories: { closed_by: { notExported: "An act on behalf of the crew, which the award shows.", ...name } },
  votes: {
    voter_id: { exported: "votes", ...row, ...byHand },
    nominee_id: { notExported: secret, ...count, ...byHand },
  },
  tallies: { nominee_id: { notExported: secret, ...count } },
  sealed_tallies: { nominee_id: { notExported: secret, ...count } },
  standings: { user_id: { notExported: secret, ...count } },
  declined_awards: { user_id: { exported: "notForMe", ...row } },
  receipts: {
    author_id: { exported: "receipts", ...name, ...secretly },
    nominee_id: { notExported: "What others wrote is theirs.", ...row },
  },
  receipt_hearts: { user_id: { exported: "receiptHearts", ...row, ...secretly } },
  bonus_opt_outs: { user_id: { exported: "bonusOptOuts", ...row } },
  nights: {
    first_done: { notExported: "A surprise of the show.", ...name },
    cards: {
      notExported: secret,
      stays: "The show stays for its crew; a page reads a deleted person as nobody.",
      ...keepsId,
    },
  },
  night_announcements: { changed_by: { notExported: "An act on behalf of the crew.", ...name } },
  night_letters: { user_id: passing("a day, as a letter to send") },
  tv_codes: { made_by: passing("one evening") },
};
