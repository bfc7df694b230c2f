/*
 * The colours of `web/ui/styles/tokens.css`, for what no style sheet reaches: mails, pictures to share, icons. A test compares them, and
 * finds copies elsewhere.
 */

export const ink = "#0b2530";
export const white = "#ffffff";

/** Paints have one value in both themes. */
export const paints = {
  ink,
  night: "#071b23",
  lagoon: "#12938f",
  foam: "#e4f3ef",
  sand: "#fbf5e9",
  shell: "#fffdf8",
  coral: "#ff6f43",
  sun: "#ffc94d",
  gold: "#f2b632",
  silver: "#b9c4c9",
  bronze: "#cf8a54",
} as const;

/** The roles of colours on light pages. */
export const lightRoles = {
  page: paints.sand,
  card: paints.shell,
  tint: paints.foam,
  text: ink,
  "text-soft": "#48626c",
  "edge-color": ink,
} as const;

/** The same on dark ones. */
export const darkRoles: Readonly<Record<keyof typeof lightRoles, string>> = {
  page: paints.night,
  card: "#0d2a35",
  tint: "#12343f",
  text: "#ecf5f2",
  "text-soft": "#a3bcc3",
  "edge-color": "#ecf5f2",
};

/** The colours of faces without a picture. */
export const facePaints = ["#ffc94d", "#8fe0d6", "#ff9fb8", "#c8d9ff", "#ffb08f", "#c6e7a2"] as const;
