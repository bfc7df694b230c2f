// Decision 001: why each call is described once.
import { account, refusalsOfAccount } from "./account.ts";
import { adminCalls, refusalsOfAdmin } from "./admin.ts";
import { awards, refusalsOfAwards } from "./awards.ts";
import { costs, refusalsOfCosts } from "./costs.ts";
import { demo, refusalsOfDemo } from "./demo.ts";
import { emails, refusalsOfEmails } from "./emails.ts";
import { gallery } from "./gallery.ts";
import { identity, refusalsOfIdentity } from "./identity.ts";
import { inbox } from "./inbox.ts";
import { invitations, refusalsOfInvitations } from "./invitations.ts";
import { library, refusalsOfLibrary } from "./library.ts";
import { mail, refusalsOfMail } from "./mail.ts";
import { media, refusalsOfMedia } from "./media.ts";
import { merges, refusalsOfMerges } from "./merges.ts";
import { passkeys, refusalsOfPasskeys } from "./passkeys.ts";
import { nights, refusalsOfNights } from "./nights.ts";
import { people, refusalsOfPeople } from "./people.ts";
import { pushes, refusalsOfPushes } from "./pushes.ts";
import { receipts, refusalsOfReceipts } from "./receipts.ts";
import { overviews } from "./overviews.ts";
import { seats, refusalsOfSeats } from "./seats.ts";
import { seen } from "./seen.ts";
import { sessions, refusalsOfSessions } from "./sessions.ts";
import { squads, refusalsOfSquads } from "./squads.ts";
import { refusalsOfTakedowns, takedowns } from "./takedowns.ts";
import { refusalsOfTalk, talk } from "./talk.ts";
import { titles, refusalsOfTitles } from "./titles.ts";
import { trash, refusalsOfTrash } from "./trash.ts";
import { trips, refusalsOfTrips } from "./trips.ts";
import { tv, refusalsOfTv } from "./tv.ts";
import { uploads, refusalsOfUploads } from "./uploads.ts";
import { zip, refusalsOfZip } from "./zip.ts";

/** The calls of each feature. */
export const features = {
  people,
  account,
  emails,
  identity,
  sessions,
  passkeys,
  squads,
  seats,
  merges,
  invitations,
  mail,
  trips,
  media,
  gallery,
  seen,
  talk,
  trash,
  takedowns,
  uploads,
  zip,
  library,
  costs,
  awards,
  nights,
  receipts,
  titles,
  tv,
  demo,
  overviews,
  inbox,
  pushes,
  admin: adminCalls,
};

/** The sentences of the refusals that stand beside their calls. */
export const refusalsOfFeatures = {
  ...refusalsOfPeople,
  ...refusalsOfAccount,
  ...refusalsOfEmails,
  ...refusalsOfIdentity,
  ...refusalsOfSessions,
  ...refusalsOfPasskeys,
  ...refusalsOfSquads,
  ...refusalsOfSeats,
  ...refusalsOfMerges,
  ...refusalsOfInvitations,
  ...refusalsOfMail,
  ...refusalsOfTrips,
  ...refusalsOfMedia,
  ...refusalsOfTalk,
  ...refusalsOfTrash,
  ...refusalsOfTakedowns,
  ...refusalsOfUploads,
  ...refusalsOfZip,
  ...refusalsOfLibrary,
  ...refusalsOfCosts,
  ...refusalsOfAwards,
  ...refusalsOfNights,
  ...refusalsOfReceipts,
  ...refusalsOfTitles,
  ...refusalsOfTv,
  ...refusalsOfDemo,
  ...refusalsOfPushes,
  ...refusalsOfAdmin,
} as const;

/** What the calls of each feature are about. */
export const topics: Readonly<Record<keyof typeof features, string>> = {
  people: "Registration, sign-in, profiles, and the people around the viewer",
  account: "The viewer's own account",
  emails: "Confirming and changing an email address",
  identity: "Accounts at an identity provider that are linked to mine",
  sessions: "Where I am signed in",
  passkeys: "Passkeys (WebAuthn)",
  squads: "Squads, their members, and joining",
  seats: "Taking part without an account",
  merges: "Two people who are one",
  invitations: "Invitations and reminders by mail",
  mail: "Mails that did not arrive or are not wanted",
  trips: "Trips and their crews",
  costs: "What a trip costs, and who pays whom",
  media: "Photos and videos",
  gallery: "The outline of a whole gallery",
  seen: "What is new to the viewer in a gallery",
  talk: "Comments and reactions on photos",
  trash: "Deleted photos and videos",
  takedowns: "Asking for photos and videos to be taken down",
  uploads: "Files on their way in",
  zip: "Many originals in one zip",
  library: "Import from Google Photos",
  awards: "Award categories, votes and leaderboards",
  nights: "Awards Nights: the plan, the close of the vote, and the show",
  receipts: "Proof for nominees, without an author",
  titles: "Packs of awards, trophy cabinets, and pictures to share",
  tv: "Awards Nights on a TV, which a code opens",
  demo: "The example that a newcomer finds",
  overviews: "Replies with all that a page shows",
  inbox: "What happened, and what of it I want to hear",
  pushes: "Pushes to my browsers",
  admin: "For the people who run the site",
};

/** The intersection of the members of a union. */
type Joined<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer J) => void ? J : never;

export type Calls = Joined<(typeof features)[keyof typeof features]>;
export type CallName = keyof Calls;

/** Every JSON call of the product, by method and path. */
export const calls = Object.assign({}, ...Object.values(features)) as Calls;
