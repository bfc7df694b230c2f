import type { activityKinds } from "#contract/activity.ts";

type Kinds = typeof activityKinds;
type Pushed = { [K in keyof Kinds]: Kinds[K] extends { told: { push: "now" | "gathered" } } ? K : never }[keyof Kinds];

/** What a push says of each kind without a name of anybody and anything. */
export const discreetTexts: Readonly<Record<Pushed, string>> = {
  photo_added: "New photos",
  photo_liked: "New hearts",
  reaction_given: "New reactions",
  comment_added: "A new comment on your photo",
  comment_followed: "A new comment after yours",
  mentioned: "Somebody mentioned you",
  takedown_asked: "Somebody asks to take down a photo",
  takedown_kept: "A photo stays",
  takedown_deleted: "A photo was taken down",
  takedown_lapsed: "A hidden photo is back",
  crew_added: "You are on a new crew",
  role_changed: "Your role has changed",
  seats_wait: "People wait to be let in",
  results_out: "New results are in",
  night_planned: "An Awards Night is planned",
  night_moved: "An Awards Night has a new time",
  night_called_off: "An Awards Night is called off",
  night_begins: "An Awards Night begins in ten minutes",
  voting_closes: "A vote closes within a day",
  last_vote_missing: "Your vote is the last one missing",
  cost_shared: "New costs",
  payment_recorded: "A payment to you",
  mail_failed: "A mail of yours did not arrive",
};
