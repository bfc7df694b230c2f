/** How somebody logs in. */
export type Way = "password" | "passkey" | "provider" | "seat";

/** The values of an event's own fields: ids, addresses of calls, and words of closed lists. Text that a person wrote is in none. */
interface FieldValues {
  /** Method and pattern of the call, such as `GET /api/trips/:id`; null if nothing is at the address. */
  readonly call: string | null;
  /** The `:id` in the address of the call; null without one. */
  readonly target: string | null;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly way: Way;
  /** A problem's code, or why a login at the identity provider opens nothing. */
  readonly reason: string;
  readonly passkey: string;
  readonly session: string;
  readonly squad: string;
  readonly trip: string;
  /** The account whose membership changes. */
  readonly member: string;
  readonly role: "admin" | "member";
  /** How many people it was about. */
  readonly people: number;
  readonly isPublic: boolean;
  readonly confirmedOnly: boolean;
  readonly award: string;
  /** How many people have answered: the award, or all awards of the night. It tells no choice. */
  readonly ballots: number;
  readonly photo: string;
  readonly receipt: string;
  readonly comment: string;
  /** What a site admin did, of a closed list. */
  readonly action: string;
}

interface EventKind {
  readonly says: string;
  /** The event's own fields, in the order of the line. */
  readonly fields: readonly (keyof FieldValues)[];
}

const refused = ["call", "target", "status"] as const;

/** Every event of the security log. `docs/security-log.md` has the same list for operators. */
export const securityEvents = {
  registered: { says: "An account was created", fields: ["way"] },
  seat_taken: { says: "Somebody took a seat without an account", fields: ["squad"] },
  seat_kept: { says: "A seat became an account", fields: ["way"] },
  seat_link_made: { says: "Somebody made a personal link to their seat", fields: [] },
  seat_link_replaced: { says: "A squad admin made a new personal link for a seat", fields: ["squad", "member"] },
  seat_merged: { says: "Somebody took their seat into their account", fields: ["member"] },
  people_merged: { says: "A squad admin merged a seat or an expected name into a member", fields: ["squad", "member"] },
  merge_undone: { says: "A merge of two people was undone", fields: ["member"] },
  seat_confirmed: { says: "A squad admin confirmed who a seat is", fields: ["squad", "member"] },
  seats_let_in: { says: "A squad admin let in people who took a seat and waited", fields: ["squad", "people"] },
  login: { says: "Somebody logged in", fields: ["way"] },
  login_refused: { says: "A login was refused", fields: ["way", "reason"] },
  logout: { says: "Somebody logged out", fields: [] },
  password_refused: { says: "A logged-in person typed a wrong password", fields: refused },
  reset_asked: { says: "Somebody asked for a link to set a new password", fields: [] },
  password_reset: { says: "A mailed link set a new password and ended all sessions", fields: [] },
  password_changed: { says: "The password was changed, and all other sessions ended", fields: [] },
  email_change_asked: { says: "Somebody asked to change the address of their account", fields: [] },
  email_changed: { says: "The address of an account was changed", fields: [] },
  email_confirmed: { says: "The address of an account was confirmed", fields: [] },
  passkey_added: { says: "A passkey was added", fields: ["passkey"] },
  passkey_removed: { says: "A passkey was removed", fields: ["passkey"] },
  passkey_copied: { says: "A passkey was refused because it looks copied", fields: ["passkey"] },
  provider_linked: { says: "An account at the identity provider was linked", fields: [] },
  provider_unlinked: { says: "An account at the identity provider was unlinked", fields: [] },
  provider_link_refused: { says: "An account at the identity provider was not linked", fields: ["reason"] },
  session_ended: { says: "Somebody ended one of their sessions", fields: ["session"] },
  other_sessions_ended: { says: "Somebody ended all their other sessions", fields: [] },
  all_sessions_ended: { says: "The link of a “Was it you?” letter ended all sessions", fields: [] },
  account_exported: { says: "Somebody downloaded all that is theirs", fields: [] },
  account_deleted: { says: "An account was deleted", fields: [] },
  role_changed: { says: "A squad admin changed a member's role", fields: ["squad", "member", "role"] },
  member_removed: { says: "A squad admin removed a member", fields: ["squad", "member"] },
  member_let_in: { says: "A squad admin let a removed person join again", fields: ["squad", "member"] },
  crew_removed: { says: "An organizer took somebody off a trip", fields: ["trip", "member"] },
  invite_link_reset: { says: "A squad got a new invite link", fields: ["squad"] },
  squad_visibility_changed: { says: "A squad was made public or private", fields: ["squad", "isPublic"] },
  squad_deleted: { says: "A squad was deleted", fields: ["squad"] },
  voters_changed: { says: "A squad admin chose who votes on a trip", fields: ["trip", "confirmedOnly"] },
  trip_deleted: { says: "A trip was deleted", fields: ["trip"] },
  award_closed: { says: "An organizer closed the vote on an award", fields: ["trip", "award", "ballots"] },
  award_deleted: { says: "An award was deleted with its votes", fields: ["trip", "award", "ballots"] },
  night_planned: { says: "An organizer planned an Awards Night", fields: ["trip"] },
  night_changed: { says: "An organizer changed the plan of an Awards Night", fields: ["trip"] },
  night_called_off: { says: "An organizer called an Awards Night off", fields: ["trip", "ballots"] },
  night_closed: { says: "An organizer closed the vote of an Awards Night early", fields: ["trip", "ballots"] },
  tv_code_made: { says: "An organizer made a code that opens an Awards Night on TVs", fields: ["trip"] },
  tv_opened: { says: "A code opened an Awards Night on a TV", fields: ["trip"] },
  tvs_ended: { says: "An organizer ended the code of an Awards Night and its TVs", fields: ["trip"] },
  receipt_removed: { says: "Somebody took the proof of another person down", fields: ["trip", "receipt"] },
  comment_removed: { says: "An organizer deleted the comment of another person", fields: ["photo", "comment"] },
  photo_deleted: { says: "A photo was deleted for good before its 30 days in the trash", fields: ["photo"] },
  admin_acted: { says: "A site admin did something on the admin page", fields: ["action", "target"] },
  access_refused: { says: "Something is hidden from this person, not theirs to change, or missing", fields: refused },
  cross_site_refused: { says: "A request came from another site", fields: refused },
  signature_refused: { says: "A signed address was not made by this server", fields: refused },
  token_refused: { says: "A link or code was used up, has expired, or was invented", fields: refused },
  limit_hit: { says: "A limit on requests or attempts was hit", fields: refused },
  storage_full: { says: "An upload was refused because there is no room", fields: refused },
  invitations_used_up: { says: "Somebody used up their invitations by mail for today", fields: [] },
} as const satisfies Record<string, EventKind>;

export type SecurityEvent = keyof typeof securityEvents;

/** The values that an event's line needs. */
export type FieldsOf<E extends SecurityEvent> = Pick<FieldValues, (typeof securityEvents)[E]["fields"][number]>;

/** The events that tell of a refused request. */
export type RefusalEvent = {
  [E in SecurityEvent]: (typeof securityEvents)[E]["fields"] extends typeof refused ? E : never;
}[SecurityEvent];
