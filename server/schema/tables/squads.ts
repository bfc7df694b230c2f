import type { ColumnType, Generated } from "kysely";
import type { Day, SetByDatabase } from "./columns.ts";
import { type NamedPeople, byHand, comesBack, ends, mailing, name, row } from "./named-people.ts";

export interface SquadTables {
  squads: {
    id: string;
    name: string;
    description: string;
    photo_url: string | null;
    is_public: Generated<boolean>;
    invite_code: string;
    demo_of: Generated<string | null>;
    member_count: SetByDatabase<number>;
    trip_count: SetByDatabase<number>;
    last_photo_on: SetByDatabase<string | null>;
    takes_seats: Generated<boolean>;
    shows_crew: Generated<boolean>;
    let_in_at: ColumnType<Date | null, never, Date>;
    shows_faces: Generated<boolean>;
    created_at: SetByDatabase<Date>;
  };
  squad_members: {
    id: string;
    squad_id: string;
    user_id: string;
    role: "admin" | "member";
    joined_at: SetByDatabase<Date | null>;
  };
  /** A person whom a squad expects, and who has not taken a seat yet. */
  expected_people: { person_id: string; squad_id: string; added_by: string | null; created_at: SetByDatabase<Date> };
  removed_members: { id: string; squad_id: string; user_id: string; removed_at: SetByDatabase<Date> };
  invitations: {
    id: string;
    squad_id: string | null;
    trip_id: string | null;
    place_id: SetByDatabase<string>;
    email_key: string;
    inviter_id: string;
    message: string;
    origin: string;
    created_at: SetByDatabase<Date>;
    expires_at: Date;
    used_at: Date | null;
    used_by: string | null;
    claimed_at: ColumnType<Date | null, never, Date>;
    claimed_by: ColumnType<string | null, never, string>;
    ended_at: Date | null;
    mail: Generated<"waiting" | "sent" | "undelivered" | "unwanted">;
    mail_reason: Generated<string | null>;
  };
  invitation_codes: { code_hash: Buffer; invitation_id: string };
  vote_reminders: {
    id: string;
    trip_id: string;
    user_id: string;
    origin: string;
    asked_by: string | null;
    sent_at: Generated<Date>;
  };
  mails_of_people: { id: string; sender_id: string; kind: string; mails: number; created_at: SetByDatabase<Date> };
  user_space: { user_id: string; bytes: SetByDatabase<number> };
  squad_space: { squad_id: string; bytes: SetByDatabase<number> };
  trips: {
    id: string;
    squad_id: string | null;
    created_by: string | null;
    name: string;
    location: string;
    description: string;
    start_date: Day;
    end_date: Day;
    photo_url: string | null;
    crew_count: SetByDatabase<number>;
    voter_count: SetByDatabase<number>;
    crew_change: SetByDatabase<number>;
    category_count: SetByDatabase<number>;
    complete_count: Generated<number>;
    photo_count: SetByDatabase<number>;
    video_count: SetByDatabase<number>;
    currency: Generated<string | null>;
    is_demo: SetByDatabase<boolean>;
    confirmed_only: Generated<boolean>;
    created_at: SetByDatabase<Date>;
  };
  trip_members: {
    id: string;
    trip_id: string;
    user_id: string;
    mood: string | null;
    excitement_level: number | null;
    joined_at: SetByDatabase<Date>;
    may_vote: SetByDatabase<boolean>;
  };
  crew_changes: { trip_id: string; number: number; voters: number };
}

export const namedInSquadTables: NamedPeople<SquadTables> = {
  squads: { demo_of: { exported: "squads", ...row, ...ends } },
  squad_members: { user_id: { exported: "squads", ...row, undone: "by hand" } },
  expected_people: {
    person_id: { notExported: "Nobody is here who could export it.", ...row, ...comesBack },
    added_by: { notExported: "Names somebody else.", ...name },
  },
  removed_members: { user_id: { notExported: "Keeps the person out of a squad that they know no more.", ...row } },
  invitations: {
    inviter_id: { notExported: "Names the address of somebody else.", ...row },
    used_by: { notExported: "`squads` and `trips` list what the person joined.", ...name },
    claimed_by: { notExported: "`squads` and `trips` list what the person joined.", ...name },
  },
  vote_reminders: { user_id: mailing("a trip"), asked_by: { ...mailing("a trip"), ...name } },
  mails_of_people: { sender_id: mailing("a day") },
  user_space: { user_id: { exported: "profile", ...row, ...byHand } },
  trips: { created_by: { exported: "trips", ...name } },
  trip_members: { user_id: { exported: "trips", ...row, undone: "by hand" } },
};
