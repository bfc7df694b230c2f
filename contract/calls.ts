// Decision 001: why each call is described once.
import { account } from "./account.ts";
import { awards } from "./awards.ts";
import { demo } from "./demo.ts";
import { emails } from "./emails.ts";
import { gallery } from "./gallery.ts";
import { identity } from "./identity.ts";
import { invitations } from "./invitations.ts";
import { library } from "./library.ts";
import { mail } from "./mail.ts";
import { media } from "./media.ts";
import { passkeys } from "./passkeys.ts";
import { nights } from "./nights.ts";
import { people } from "./people.ts";
import { receipts } from "./receipts.ts";
import { overviews } from "./overviews.ts";
import { seats } from "./seats.ts";
import { sessions } from "./sessions.ts";
import { squads } from "./squads.ts";
import { titles } from "./titles.ts";
import { trash } from "./trash.ts";
import { trips } from "./trips.ts";
import { tv } from "./tv.ts";
import { uploads } from "./uploads.ts";
import { zip } from "./zip.ts";

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
  invitations,
  mail,
  trips,
  media,
  gallery,
  trash,
  uploads,
  zip,
  library,
  awards,
  nights,
  receipts,
  titles,
  tv,
  demo,
  overviews,
};

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
  invitations: "Invitations and reminders by mail",
  mail: "Mails that did not arrive or are not wanted",
  trips: "Trips and their crews",
  media: "Photos and videos",
  gallery: "The outline of a whole gallery",
  trash: "Deleted photos and videos",
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
};

/** The intersection of the members of a union. */
type Joined<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer J) => void ? J : never;

export type Calls = Joined<(typeof features)[keyof typeof features]>;
export type CallName = keyof Calls;

/** Every JSON call of the product, by method and path. */
export const calls = Object.assign({}, ...Object.values(features)) as Calls;
