// Decision 113: who runs the site, what they see of it, and how long their proof lasts.
import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Page, Timestamp, line } from "./fields.ts";

/** While the site is read-only, it takes nothing that people want to write. */
const ReadOnly = z.object({
  since: Timestamp,
  /** What the site admin tells people. Null without a message. */
  message: z.string().nullable(),
});
export type ReadOnly = z.infer<typeof ReadOnly>;

/** Something that is wrong with the site at present. */
const SiteFault = z.object({
  name: z.string(),
  /** What is wrong, in one sentence. */
  reason: z.string(),
  since: Timestamp,
});

/** A backup that has ended. */
export const Backup = z.object({
  /** The moment at which it began, as its folder is named. */
  name: z.string(),
  /** The folder or bucket that holds it. */
  place: z.string(),
  endedAt: Timestamp,
  /** Bytes of the copy of the database, without the files of photos. */
  databaseBytes: z.int(),
  photoFiles: z.int(),
});
export type Backup = z.infer<typeof Backup>;

/** What the front of the admin page shows. Counts are at most a minute old, and leave out the invented people of examples. */
export const SiteOverview = z.object({
  /** The version of the program. */
  version: z.string(),
  accounts: z.int(),
  /** People without an account. */
  seats: z.int(),
  squads: z.int(),
  trips: z.int(),
  /** Photos and videos. */
  photos: z.int(),
  /** Bytes of their originals. */
  bytes: z.int(),
  failedJobs: z.int(),
  bouncedMails: z.int(),
  readOnly: ReadOnly.nullable(),
  faults: z.array(SiteFault),
  /** Null without any. */
  lastBackup: Backup.nullable(),
});
export type SiteOverview = z.infer<typeof SiteOverview>;

/** A person as site admins see them: no address, no picture. */
export const PersonOfSite = z.object({
  id: Id,
  name: z.string(),
  /** Without an account: nobody but its own session opens a seat, so it cannot be logged out. */
  isSeat: z.boolean(),
  since: Timestamp,
  /** Rounded down to the hour, as sessions keep it; null without a session. */
  lastSeenAt: Timestamp.nullable(),
  squads: z.int(),
  /** Photos and videos in galleries. */
  photos: z.int(),
  /** Bytes of their uploads. */
  bytes: z.int(),
});
export type PersonOfSite = z.infer<typeof PersonOfSite>;

export const SquadOfSite = z.object({
  id: Id,
  name: z.string(),
  since: Timestamp,
  members: z.int(),
  trips: z.int(),
  /** Photos and videos in the galleries of the squad and its trips. */
  photos: z.int(),
  /** Bytes of their originals, those in the trash included. */
  bytes: z.int(),
});
export type SquadOfSite = z.infer<typeof SquadOfSite>;

/** A queue of background work. */
const JobQueue = z.object({ name: z.string(), waiting: z.int(), running: z.int(), failed: z.int() });
export type JobQueue = z.infer<typeof JobQueue>;

/** A job that failed in its last try. */
const FailedJob = z.object({
  id: Id,
  queue: z.string(),
  failedAt: Timestamp,
  tries: z.int(),
  /** The kind of the error and its code, such as "Error ECONNREFUSED". Its message may name people and files, so only the log has it. */
  reason: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** A mail that was given up. */
export const BouncedMail = z.object({
  id: Id,
  at: Timestamp,
  /** What the mail was about, such as "invitation" or "password-reset". */
  kind: z.string(),
  /** The name of the person whose account has the address; null if it is nobody's. */
  name: z.string().nullable(),
  /** The address with most of its first part hidden, such as "a…@example.org". */
  address: z.string(),
  /** The end of a sentence that begins "could not be reached: ". */
  reason: z.string(),
});
export type BouncedMail = z.infer<typeof BouncedMail>;

/** A line of the security log, without the IP address. */
export const SecurityLine = z.object({
  id: Id,
  at: Timestamp,
  /** Such as "login_refused". */
  event: z.string(),
  /** The sentence of the event. */
  says: z.string(),
  /** Whom it is about; null if the server knows nobody, or the person is gone. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  /** The event's own fields: ids, calls and words of closed lists. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type SecurityLine = z.infer<typeof SecurityLine>;

/** What a site admin can do. */
const adminActions = [
  "sessions_ended",
  "job_retried",
  "queue_retried",
  "mail_retried",
  "read_only_on",
  "read_only_off",
] as const;
export type AdminAction = (typeof adminActions)[number];

/** An action as all site admins see it. */
export const DoneAction = z.object({
  id: Id,
  at: Timestamp,
  action: z.enum(adminActions),
  /** `admin`: somebody on the admin page. `operator`: somebody with the command on the server's machine. */
  by: z.enum(["admin", "operator"]),
  /** The name of the site admin; null for the operator, and for somebody whose account is gone. */
  byName: z.string().nullable(),
  /** Whom it concerned; null for nobody, and for somebody who is gone. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  /** The queue, or the message of the switch; null without one. */
  detail: z.string().nullable(),
});
export type DoneAction = z.infer<typeof DoneAction>;

/** An action as the person sees it whom it concerned. It names no site admin, whom that person need not know. */
export const ActionOnMe = DoneAction.pick({ id: true, at: true, action: true, by: true });
export type ActionOnMe = z.infer<typeof ActionOnMe>;

const maxMessageLength = 200;
export const ReadOnlySwitch = z.object({
  isOn: z.boolean(),
  /** Only while it is on. */
  message: line(maxMessageLength).optional(),
});

const admin = { access: "admin" } as const;
const lists = Page(100, 30);

/**
 * The calls of the admin page. For everybody but a site admin they do not exist. A site admin whose last proof is older than ten minutes
 * gets 403 `proof_needed`: `POST /api/password/proof` and `POST /api/passkeys/proof` renew it.
 */
export const adminCalls = defineCalls(() => ({
  "GET /api/admin": { ...admin, summary: "The state of the site in one reply", reply: SiteOverview },
  "GET /api/admin/people": {
    ...admin,
    summary: "People, the newest first; with `search`, those with a name or last name that begins with it",
    query: lists.extend({ search: line(60).optional() }),
    reply: z.array(PersonOfSite),
  },
  "POST /api/admin/people/:id/end-sessions": {
    ...admin,
    summary: "End all sessions and mailed links of somebody with an account; they see that a site admin did it",
    reply: null,
  },
  "GET /api/admin/squads": {
    ...admin,
    summary: "Squads, those with the most bytes first",
    query: lists,
    reply: z.array(SquadOfSite),
  },
  "GET /api/admin/queues": {
    ...admin,
    summary: "The queues of background work, by name",
    reply: z.array(JobQueue),
  },
  "GET /api/admin/jobs": {
    ...admin,
    summary: "Failed jobs of the last two weeks, the newest first",
    query: lists.extend({ queue: line(60).optional() }),
    reply: z.array(FailedJob),
  },
  "POST /api/admin/jobs/:id/retry": { ...admin, summary: "Run a failed job once more", reply: null },
  "POST /api/admin/jobs/retry": {
    ...admin,
    summary: "Run failed jobs of a queue once more, at most 10000",
    body: z.object({ queue: line(60, "Please name a queue") }),
    reply: z.object({ retried: z.int() }),
    status: 200,
  },
  "GET /api/admin/mails": {
    ...admin,
    summary: "Mails of the last 30 days that were given up, the newest first",
    query: lists,
    reply: z.array(BouncedMail),
  },
  "POST /api/admin/mails/:id/retry": {
    ...admin,
    summary: "Send a mail once more, and take it off the list; it comes back if it is refused again",
    reply: null,
  },
  "GET /api/admin/backups": {
    ...admin,
    summary: "The newest hundred backups that are whole, newest first",
    reply: z.array(Backup),
  },
  "GET /api/admin/security": {
    ...admin,
    summary: "The last lines of the security log, of a week at most, the newest first",
    query: lists,
    reply: z.array(SecurityLine),
  },
  "GET /api/admin/actions": {
    ...admin,
    summary: "What site admins did, the newest first",
    query: lists,
    reply: z.array(DoneAction),
  },
  "PUT /api/admin/read-only": {
    ...admin,
    summary: "Let the site take no more writes for now, or take them again",
    body: ReadOnlySwitch,
    reply: z.object({ readOnly: ReadOnly.nullable() }),
    worksReadOnly: true,
  },
  "GET /api/account/admin-actions": {
    summary: "What site admins did that concerns me, the newest fifty",
    access: "seat",
    reply: z.array(ActionOnMe),
  },
  "GET /api/public/site": {
    summary: "Whether the site is read-only at present, at most a few seconds old",
    access: "visitor",
    reply: z.object({ readOnly: ReadOnly.nullable() }),
  },
}));

/** The refusals of the admin page, and of a site that is read-only. */
export const refusalsOfAdmin = {
  prove_again: "Please prove that it is you: this page asks again ten minutes after your last login or proof.",
  seat_not_logged_out: "This person has no account, so logging them out would lock them out for good.",
  read_only: "Nothing can be changed here at the moment. Please try again later.",
  read_only_because: "Nothing can be changed here at the moment: {message}",
} as const;
