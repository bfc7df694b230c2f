/** The paints and shapes of a picture to share. They are those of the light pages; a test compares them with the style sheet. */
export const paints = {
  ink: "#0b2530",
  sand: "#fbf5e9",
  shell: "#fffdf8",
  foam: "#e4f3ef",
  coral: "#ff6f43",
  lagoon: "#12938f",
  sun: "#ffc94d",
  soft: "#48626c",
  gold: "#f2b632",
  silver: "#b9c4c9",
  bronze: "#cf8a54",
} as const;

/** The colours of faces without a picture. */
export const facePaints = ["#ffc94d", "#8fe0d6", "#ff9fb8", "#c8d9ff", "#ffb08f", "#c6e7a2"] as const;
