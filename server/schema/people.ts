// Decision 098: why each column that names a person is on one list.
import type { Tables } from "./tables/tables.ts";

/** The file of the account's export that shows the row, or why none does. */
type Export = { readonly exported: string } | { readonly notExported: string };

/** What the deletion of the account does: it deletes the row, it empties the column, or it leaves the id, which then names nobody. */
type Deletion = { readonly deleted: "row" | "name" } | { readonly stays: string };

export type NamedPerson = Export & Deletion;

const row = { deleted: "row" } as const;
const name = { deleted: "name" } as const;
const count = { stays: "Results of a complete award stay for its crew." } as const;
const secret = "What others voted is theirs; the pages show results when they are out.";
const passing = (life: string) => ({ notExported: `Lives for ${life}.`, ...row });
const mailing = (life: string) => ({ notExported: `The server's own count of mails, for ${life}.`, ...row });

/**
 * Every column that holds a person's id, with what the account's export and its deletion do. Tests compare it with the database: a new
 * column of this meaning is not forgotten, and what the list says of a deletion is what happens.
 */
export const namedPeople: { readonly [T in keyof Tables]?: { readonly [C in keyof Tables[T]]?: NamedPerson } } = {
  people: { id: { exported: "profile", ...row }, face: { exported: "profile", ...row } },
  accounts: { person_id: { exported: "profile", ...row } },
  seats: {
    person_id: { exported: "seat", ...row },
    link_made_by: { notExported: "An act on behalf of somebody else.", ...name },
  },
  seat_links: { person_id: { notExported: "A hash of a secret.", ...row } },
  user_space: { user_id: { exported: "profile", ...row } },

  sessions: { user_id: { exported: "sessions", ...row } },
  passkeys: { user_id: { exported: "passkeys", ...row } },
  passkey_challenges: { user_id: passing("five minutes") },
  identities: { user_id: { exported: "identities", ...row } },
  account_alerts: { user_id: { exported: "alerts", ...row } },
  password_resets: { user_id: passing("as long as its link") },
  email_links: { user_id: passing("as long as its link") },
  known_networks: { user_id: { notExported: "A keyed hash, which says nothing to anybody.", ...row } },

  squads: { demo_of: { exported: "squads", ...row } },
  squad_members: { user_id: { exported: "squads", ...row } },
  removed_members: { user_id: { notExported: "Keeps the person out of a squad that they know no more.", ...row } },
  trips: { created_by: { exported: "trips", ...name } },
  trip_members: { user_id: { exported: "trips", ...row } },

  categories: { closed_by: { notExported: "An act on behalf of the crew, which the award shows.", ...name } },
  votes: { voter_id: { exported: "votes", ...row }, nominee_id: { notExported: secret, ...count } },
  tallies: { nominee_id: { notExported: secret, ...count } },
  sealed_tallies: { nominee_id: { notExported: secret, ...count } },
  standings: { user_id: { notExported: secret, ...count } },
  declined_awards: { user_id: { exported: "notForMe", ...row } },
  receipts: {
    author_id: { exported: "receipts", ...name },
    nominee_id: { notExported: "What others wrote is theirs.", ...row },
  },
  receipt_hearts: { user_id: { exported: "receiptHearts", ...row } },
  bonus_opt_outs: { user_id: { exported: "bonusOptOuts", ...row } },
  nights: {
    first_done: { notExported: "A surprise of the show.", ...name },
    cards: { notExported: secret, stays: "The show stays for its crew; a page reads a deleted person as nobody." },
  },
  night_announcements: { changed_by: { notExported: "An act on behalf of the crew.", ...name } },
  night_letters: { user_id: passing("a day, as a letter to send") },
  tv_codes: { made_by: passing("one evening") },

  media: {
    uploader_id: { exported: "media", ...name },
    trashed_by: { notExported: "An act in the album; the photo's owner sees it in the trash.", ...name },
  },
  media_likes: { user_id: { exported: "likes", ...row } },
  also_added: { user_id: { exported: "alsoAdded", ...row } },
  uploads: { user_id: passing("a day, until the file is a photo") },
  zips: { user_id: passing("a day, as a download") },
  library_sessions: { user_id: passing("the hours of a selection") },
  library_imports: { user_id: { exported: "imports", ...row } },

  invitations: {
    inviter_id: { notExported: "Names the address of somebody else.", ...row },
    used_by: { notExported: "`squads` and `trips` list what the person joined.", ...name },
    claimed_by: { notExported: "`squads` and `trips` list what the person joined.", ...name },
  },
  vote_reminders: { user_id: mailing("a trip"), asked_by: { ...mailing("a trip"), ...name } },
  mails_of_people: { sender_id: mailing("a day") },
  mail_notices: { user_id: { notExported: "Names the address of somebody else.", ...row } },
};
