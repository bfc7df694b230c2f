import type { Calls } from "#contract/calls.ts";

/** The calls that can wait for a connection. */
export type KeptCall =
  | "POST /api/categories/:id/vote"
  | "POST /api/categories/:id/skip"
  | "POST /api/media/:id/like"
  | "PUT /api/media/:id/reaction"
  | "POST /api/media/:id/comments"
  | "PATCH /api/trips/:id/members/me"
  | "POST /api/trips/:id/costs"
  | "POST /api/trips/:id/payments";

type Body<N extends KeptCall> = Calls[N] extends { readonly body: { readonly _zod: { readonly input: infer B } } }
  ? B
  : never;

/** One call with its key. */
export interface Call<N extends KeptCall> {
  /** The key with which the server does it once. */
  readonly id: string;
  readonly call: N;
  /** The id in the path. */
  readonly of: string;
  readonly body: Body<N>;
  /** What it is, for people: "Your vote for Best Wipeout". */
  readonly about: string;
}

/** A call that somebody has made by a press. */
export type MadeCall = { [N in KeptCall]: Call<N> }[KeptCall];

/** A call that waits on this device, or that the server has refused. */
export type Entry = MadeCall & {
  /** Who made it. Nobody else who uses this browser sees or sends it. */
  readonly person: string;
  readonly madeAt: number;
  /** Entries are sent in this order. */
  readonly order: number;
  /** The server may have done it: it was asked, and no answer came. */
  readonly isTried: boolean;
  /** It was made without a connection, or a try came to nothing. */
  readonly isStuck: boolean;
  /** Why the server refused it; null while it waits. */
  readonly fault: string | null;
};

/** These change nothing that was there. */
const additions: ReadonlySet<KeptCall> = new Set([
  "POST /api/media/:id/comments",
  "POST /api/trips/:id/costs",
  "POST /api/trips/:id/payments",
]);

/** What a call changes: of two calls with one target the later one counts. Each thing that is added is a target of its own. */
export function targetOf({ call, of, id }: Pick<MadeCall, "call" | "of" | "id">): string {
  if (additions.has(call)) return `${call} ${id}`;
  const kind = call === "POST /api/categories/:id/skip" ? "POST /api/categories/:id/vote" : call;
  return `${kind} ${of}`;
}

/** Whether a later call is the end of a waiting one which the server has not seen, so that neither has to be sent. */
export const areCancelled = (before: Entry, { call, isTried }: Pick<Entry, "call" | "isTried">): boolean =>
  call === "POST /api/media/:id/like" && before.call === call && !before.isTried && !isTried;

const lostWords: Readonly<Record<KeptCall, string>> = {
  "POST /api/categories/:id/vote": "was not counted",
  "POST /api/categories/:id/skip": "was not counted",
  "POST /api/media/:id/like": "was not saved",
  "PUT /api/media/:id/reaction": "was not saved",
  "POST /api/media/:id/comments": "was not sent",
  "PATCH /api/trips/:id/members/me": "was not saved",
  "POST /api/trips/:id/costs": "was not saved",
  "POST /api/trips/:id/payments": "was not saved",
};

/** "Your vote for Best Wipeout was not counted." */
export const lostSentence = ({ about, call }: Pick<MadeCall, "about" | "call">): string =>
  `${about} ${lostWords[call]}.`;
