import type { ColumnType, Generated } from "kysely";
import type { SetByDatabase } from "./columns.ts";

export interface InvitationTables {
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
}
