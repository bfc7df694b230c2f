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

/** What all parts of a union have, in one type. */
type Joined<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer J) => void ? J : never;

export type Calls = Joined<(typeof features)[keyof typeof features]>;
export type CallName = keyof Calls;

/** Every JSON call of the product, by method and path. */
export const calls = Object.assign({}, ...Object.values(features)) as Calls;
