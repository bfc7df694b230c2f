/** The pages for members only. A visitor who opens one signs in first and returns. */
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

export type MemberPath = (typeof memberPaths)[number];
