import { pickById } from "./pick-by-id.ts";

/** The drawings of `scenes.svg` that squads and trips wear without a photo, by their views in that sheet. */
export const coverScenes = ["dawn", "palm-cove", "night-drive", "cliffs", "reef", "pier", "barrel", "boards"] as const;
export type CoverScene = (typeof coverScenes)[number];

/** The drawing of a squad without a photo, by its id. */
export const coverSceneOf = (id: string): CoverScene => pickById(id, coverScenes);

/** How far down the subject of a drawing stands, in percent of its height, where that is not the middle. A wide box then keeps it in sight. */
export const sceneSubjects: Readonly<Record<string, number>> = {
  barrel: 80,
  "night-drive": 65,
  camp: 75,
  cliffs: 45,
  dawn: 45,
  lighthouse: 35,
  pier: 40,
  "palm-cove": 40,
};
