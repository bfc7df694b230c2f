/** The pages that only members see. A visitor who opens one is asked to sign in, and led back. */
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
  "/awards",
  "/members",
  "/profile/:userId?",
  "/account",
] as const;

export type MemberPath = (typeof memberPaths)[number];
