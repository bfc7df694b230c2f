import type { ColumnType, Generated } from "kysely";

type Day = ColumnType<string, string, string>;
/** Read as a parsed value, written as text. */
type Json = ColumnType<unknown, string | null, string | null>;
/** Set by a default, a generated column or a trigger; the application never writes it. */
type SetByDatabase<T> = ColumnType<T, never, never>;

export interface Tables {
  users: {
    id: string;
    email: string;
    email_key: string;
    first_name: string;
    last_name: string;
    bio: string | null;
    profile_image_url: string | null;
    password_hash: string | null;
    email_confirmed_at: Generated<Date | null>;
    demo_squad_id: Generated<string | null>;
    had_demo: Generated<boolean>;
    was_invited: Generated<boolean>;
    is_demo: SetByDatabase<boolean>;
    created_at: SetByDatabase<Date>;
    face: SetByDatabase<string>;
  };
  sessions: {
    id: SetByDatabase<string>;
    token_hash: Buffer;
    user_id: string;
    /** Browser and system, such as "Firefox on Windows". */
    device: string | null;
    last_seen_at: SetByDatabase<Date>;
    created_at: SetByDatabase<Date>;
    expires_at: Date;
    proved_at: ColumnType<Date | null, never, Date | null>;
    departures: SetByDatabase<number>;
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
    purpose: "sign-in" | "link";
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
  guesses: { key: Buffer; until: Date };
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
    created_at: SetByDatabase<Date>;
  };
  squad_members: { id: string; squad_id: string; user_id: string; role: "admin" | "member" };
  removed_members: { id: string; squad_id: string; user_id: string; removed_at: SetByDatabase<Date> };
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
    crew_change: SetByDatabase<number>;
    category_count: SetByDatabase<number>;
    complete_count: Generated<number>;
    photo_count: SetByDatabase<number>;
    video_count: SetByDatabase<number>;
    is_demo: SetByDatabase<boolean>;
    created_at: SetByDatabase<Date>;
  };
  trip_members: {
    id: string;
    trip_id: string;
    user_id: string;
    mood: string | null;
    excitement_level: number | null;
    joined_at: SetByDatabase<Date>;
  };
  crew_changes: { trip_id: string; number: number; crew_count: number };
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
  bonus_opt_outs: { trip_id: string; user_id: string };
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
  tv_codes: { trip_id: string; code_hash: Buffer; made_by: string; expires_at: Date };
  tvs: { token_hash: Buffer; trip_id: string; expires_at: Date };
  sealed_tallies: { category_id: string; nominee_id: string; votes: number };
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
  /** A null nominee: the ballot is void or skipped, or the choice is destroyed. */
  votes: { category_id: string; voter_id: string; nominee_id: string | null; is_skipped: Generated<boolean> };
  declined_awards: { category_id: string; user_id: string };
  tallies: { category_id: string; nominee_id: string; trip_id: string; votes: number };
  standings: { trip_id: string; user_id: string; votes: number };
  uploads: {
    id: string;
    user_id: string;
    found: Json;
    refusal: Json;
    media_id: string | null;
    size: number | null;
    sha256: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    holder: ColumnType<string | null, never, string | null>;
    held_until: ColumnType<Date | null, never, Date | null>;
    created_at: SetByDatabase<Date>;
  };
  media: {
    id: string;
    purpose: "gallery" | "live" | "trash" | "profile" | "squad" | "trip";
    uploader_id: string | null;
    squad_id: string | null;
    trip_id: string | null;
    file_name: string;
    file_type: string;
    file_size: number;
    sha256: Buffer;
    crc32: number;
    width: number;
    height: number;
    caption: string | null;
    likes: Generated<number>;
    placeholder: string | null;
    rendition_type: string | null;
    state: Generated<"processing" | "ready" | "failed">;
    playback: Generated<"processing" | "ready" | "failed" | "unavailable" | "unknown" | "protected" | null>;
    duration_ms: Generated<number | null>;
    film_start: Generated<number | null>;
    film_bytes: Generated<number | null>;
    is_animated: Generated<boolean>;
    taken_at: Date;
    utc_offset: Generated<number | null>;
    is_local_clock: Generated<boolean>;
    content_id: Generated<string | null>;
    still_id: Generated<string | null>;
    live: Generated<string | null>;
    trashed_at: Generated<Date | null>;
    trashed_by: Generated<string | null>;
    is_demo: SetByDatabase<boolean>;
    created_at: SetByDatabase<Date>;
    card: SetByDatabase<string>;
    /** Orders the photos of one moment. */
    name_order: SetByDatabase<string>;
  };
  also_added: { media_id: string; user_id: string; caption: string | null; added_at: SetByDatabase<Date> };
  media_places: { media_id: string; latitude: number; longitude: number; altitude: number | null };
  user_space: { user_id: string; bytes: SetByDatabase<number> };
  squad_space: { squad_id: string; bytes: SetByDatabase<number> };
  images_to_check: { media_id: string; since: SetByDatabase<Date> };
  unwanted_files: { id: string; since: SetByDatabase<Date> };
  public_media: { media_id: string; squad_id: string };
  squads_to_publish: { squad_id: string; from_id: string };
  secrets: { name: string; value: Buffer };
  zips: {
    id: string;
    user_id: string;
    media_ids: string[];
    file_name: string;
    time_zone: string;
    created_at: SetByDatabase<Date>;
  };
  gallery_versions: { place_id: SetByDatabase<string>; version: SetByDatabase<number> };
  page_versions: {
    subject_id: SetByDatabase<string>;
    version: SetByDatabase<number>;
    names: SetByDatabase<number>;
  };
  gallery_days: { place_id: SetByDatabase<string>; utc_day: SetByDatabase<string>; is_stale: SetByDatabase<boolean> };
  gallery_people: { place_id: SetByDatabase<string>; user_id: SetByDatabase<string>; photos: SetByDatabase<number> };
  media_likes: { media_id: string; user_id: string };
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
  library_sessions: {
    id: string;
    user_id: string;
    picker_id: string;
    picker_uri: string;
    created_at: SetByDatabase<Date>;
    expires_at: Date;
  };
  library_picks: {
    id: string;
    session_id: string;
    item_id: string;
    base_url: string;
    base_url_until: Date;
    file_name: string;
    mime_type: string;
    is_video: boolean;
    is_ready: boolean;
    taken_at: Date;
    width: number;
    height: number;
  };
  library_imports: {
    id: string;
    user_id: string;
    trip_id: string | null;
    squad_id: string | null;
    place_id: SetByDatabase<string>;
    item_id: string;
    batch: string;
    session_id: string | null;
    file_name: string;
    state: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
    progress: Generated<number>;
    is_duplicate: Generated<boolean>;
    fault_step: Generated<"download" | "upload" | null>;
    fault: Generated<string | null>;
    is_final: Generated<boolean>;
    media_id: Generated<string | null>;
    updated_at: Generated<Date>;
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
  mail_notices: { id: string; user_id: string; who: string; reason: string; created_at: SetByDatabase<Date> };
  no_mail: { address_hash: Buffer; since: SetByDatabase<Date> };
  mail_hours: { hour: Date; sent: number };
  counters: { name: string; slot: number; value: number };
  stores: { id: string; written_in: string };
}
