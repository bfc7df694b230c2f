import type { ColumnType, Generated } from "kysely";
import type { SetByDatabase } from "./columns.ts";
import { type NamedPeople, comesBack, ends, keepsId, name, passing, row } from "./named-people.ts";

export interface PeopleTables {
  people: {
    id: string;
    first_name: string;
    last_name: string;
    bio: Generated<string | null>;
    profile_image_url: Generated<string | null>;
    pay_to: Generated<string | null>;
    demo_squad_id: Generated<string | null>;
    is_demo: SetByDatabase<boolean>;
    created_at: SetByDatabase<Date>;
    face: SetByDatabase<string>;
  };
  /** A way to sign in as a person. */
  accounts: {
    person_id: string;
    email: string;
    email_key: string;
    email_confirmed_at: Generated<Date | null>;
    password_hash: string | null;
    had_demo: Generated<boolean>;
    was_invited: Generated<boolean>;
    created_at: SetByDatabase<Date>;
  };
  /** How a person came who sat down without an account. */
  seats: {
    person_id: string;
    squad_id: string;
    device: string | null;
    key_hash: Buffer;
    sat_at: SetByDatabase<Date>;
    is_waiting: boolean;
    link_made_by: ColumnType<string | null, never, string>;
    link_made_at: ColumnType<Date | null, never, Date>;
    confirmed_by: ColumnType<string | null, never, string | null>;
    confirmed_at: ColumnType<Date | null, never, Date | null>;
    tickets_from: ColumnType<Date | null, never, Date>;
  };
  seat_links: {
    id: string;
    person_id: string;
    is_mailed: boolean;
    email: string | null;
    origin: string | null;
    token_hash: Buffer | null;
    created_at: ColumnType<Date, never, Date>;
  };
  /** Somebody whose photos, places and results are somebody else's now. */
  merges: {
    person_id: string;
    into_id: string;
    made_by: string | null;
    /** The squad whose admin did it. Null if the person did it. */
    squad_id: string | null;
    first_name: string;
    made_at: SetByDatabase<Date>;
    /** What an undoing brings back. Null once it is too late. */
    taken: ColumnType<unknown, string, null>;
  };
  sessions: {
    id: SetByDatabase<string>;
    token_hash: Buffer;
    /** Null for the session of a screen. */
    user_id: string | null;
    /** The trip whose night a screen shows. Null for the session of a person. */
    night_of: string | null;
    /** Browser and system, such as "Firefox on Windows". */
    device: string | null;
    last_seen_at: SetByDatabase<Date>;
    created_at: SetByDatabase<Date>;
    expires_at: Date;
    proved_at: ColumnType<Date | null, never, Date | null>;
    passkey_proved_at: ColumnType<Date | null, never, Date | null>;
    departures: SetByDatabase<number>;
  };
  push_devices: {
    id: string;
    person_id: string;
    session_id: string;
    endpoint: string;
    p256dh: Buffer;
    auth: Buffer;
    name: string;
    shown: Generated<string[]>;
    added_at: SetByDatabase<Date>;
  };
  account_alerts: {
    id: string;
    user_id: string;
    what: "password" | "passkey" | "passkey-removed" | "link" | "link-removed" | "email" | "browser" | "guesses";
    detail: string | null;
    email: string;
    origin: string;
    token_hash: ColumnType<Buffer | null, never, Buffer | null>;
    created_at: SetByDatabase<Date>;
    expires_at: SetByDatabase<Date>;
  };
  email_links: {
    id: string;
    user_id: string;
    email: string;
    email_key: string;
    is_change: boolean;
    origin: string;
    token_hash: ColumnType<Buffer | null, never, Buffer | null>;
    expires_at: ColumnType<Date | null, never, Date | null>;
    ended_at: ColumnType<Date | null, never, Date | null>;
    created_at: SetByDatabase<Date>;
  };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: Buffer;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
    created_at: SetByDatabase<Date>;
    last_used_at: ColumnType<Date | null, never, Date | null>;
  };
  passkey_challenges: { browser: Buffer; challenge: Buffer; user_id: string | null; expires_at: Date };
  identities: {
    id: string;
    user_id: string;
    issuer: string;
    subject: string;
    email: string | null;
    created_at: SetByDatabase<Date>;
  };
  identity_tokens: {
    identity_id: string;
    scope: string;
    access_token: Buffer;
    access_expires_at: Date;
    refresh_token: Buffer | null;
    lease: Generated<string | null>;
    lease_until: Generated<Date | null>;
  };
  identity_flows: {
    state_hash: Buffer;
    browser_hash: Buffer;
    session_hash: Buffer | null;
    issuer: string;
    purpose: "sign-in" | "link" | "keep";
    with_photos: boolean;
    back: string;
    expires_at: Date;
  };
  password_resets: {
    id: string;
    email_key: string;
    origin: string;
    user_id: string | null;
    token_hash: Buffer | null;
    expires_at: Date | null;
    created_at: SetByDatabase<Date>;
  };
  known_networks: { user_id: string; network: Buffer; last_used_at: ColumnType<Date, never, Date> };
}

export const namedInPeopleTables: NamedPeople<PeopleTables> = {
  people: {
    id: { exported: "profile", ...row, ...comesBack },
    face: { exported: "profile", ...row, ...comesBack },
  },
  accounts: { person_id: { exported: "profile", ...row, ...ends } },
  seats: {
    person_id: { exported: "seat", ...row, ...comesBack },
    link_made_by: { notExported: "An act on behalf of somebody else.", ...name },
    confirmed_by: { notExported: "An act on behalf of somebody else.", ...name },
  },
  seat_links: { person_id: { notExported: "A hash of a secret.", ...row, ...comesBack } },
  merges: {
    person_id: { notExported: "Names somebody who is gone.", stays: "Says whose the results are.", ...keepsId },
    into_id: { notExported: "Their photos and places are in the export.", ...row },
    made_by: { notExported: "An act on behalf of somebody else.", ...name },
  },
  sessions: { user_id: { exported: "sessions", ...row, ...ends } },
  push_devices: { person_id: { exported: "pushDevices", ...row, ...ends } },
  passkeys: { user_id: { exported: "passkeys", ...row, ...ends } },
  passkey_challenges: { user_id: { ...passing("five minutes"), ...ends } },
  identities: { user_id: { exported: "identities", ...row, ...ends } },
  account_alerts: { user_id: { exported: "alerts", ...row, ...ends } },
  password_resets: { user_id: { ...passing("as long as its link"), ...ends } },
  email_links: { user_id: { ...passing("as long as its link"), ...ends } },
  known_networks: { user_id: { notExported: "A keyed hash, which says nothing to anybody.", ...row, ...ends } },
};
