import type { ColumnType, Generated } from "kysely";
import type { SetByDatabase } from "./columns.ts";

export interface NightTables {
  nights: {
    trip_id: string;
    starts_at: Date;
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
  tvs: { token_hash: Buffer; trip_id: string; expires_at: Date };
}
