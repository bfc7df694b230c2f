/** The pages for members only, as patterns: `:id` is one part of a path, `:userId?` one that may be missing. A visitor who opens one logs in first. */
export const memberPaths = [
  "/dashboard",
  "/welcome",
  "/choose-squad",
  "/create-squad",
  "/squads",
  "/squads/:id",
  "/trips/:id",
  "/trips/:id/awards",
  "/trips/:id/leaderboard",
  "/trips/:id/night",
  "/awards",
  "/members",
  "/profile/:userId?",
  "/account",
] as const;

/** The pages that everybody can open. */
export const openPaths = [
  "/",
  "/auth",
  "/register",
  "/join-squad/:id",
  "/find-squad",
  "/tv",
  "/reset-password",
  "/confirm-email",
  "/link-account",
  "/not-me",
  "/no-mail",
  "/privacy-policy",
  "/terms-of-service",
] as const;

export type MemberPath = (typeof memberPaths)[number];
/** The path of a page. Any other path answers 404. */
export type PagePath = MemberPath | (typeof openPaths)[number];
