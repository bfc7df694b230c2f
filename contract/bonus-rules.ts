/** The bonus awards: each rule with its title, in the order of a show. */
export const bonusTitles = {
  paparazzo: "Paparazzo",
  "night-shift": "Night Shift",
  "first-light": "First Light",
  "high-point": "High Point",
  "crowd-pleaser": "Crowd Pleaser",
  "film-maker": "Film Maker",
  "speed-run": "Speed Run",
  "lived-in-the-moment": "Lived in the Moment",
} as const;

export type BonusRule = keyof typeof bonusTitles;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the constant above
export const bonusRules = Object.keys(bonusTitles) as [BonusRule, ...BonusRule[]];
