import { coverSceneOf, coverScenes, sceneSubjects } from "#contract/scenes.ts";
import sheet from "#contract/scenes.svg";

/** A drawing that the sheet has a `<view>` for. Browsers fetch the sheet once for all of them. */
const drawing = (view: string) => `${sheet}#${view}`;

/** Addresses of drawn posters in 4:3, for places without a photo. Each can be cropped to any shape. */
export const scenes = {
  barrel: drawing("barrel"),
  dawn: drawing("dawn"),
  palmCove: drawing("palm-cove"),
  nightDrive: drawing("night-drive"),
  cliffs: drawing("cliffs"),
  lighthouse: drawing("lighthouse"),
  reef: drawing("reef"),
  boards: drawing("boards"),
  pier: drawing("pier"),
  camp: drawing("camp"),
} as const;

/** The `object-position` of a drawing that fills a box of any shape. */
export const scenePosition = (scene: string): string => `50% ${sceneSubjects[scene.slice(sheet.length + 1)] ?? 50}%`;

const covers = coverScenes.map(drawing);

/** A squad or trip. */
export interface Place {
  readonly id: string;
  /** The squad of a trip. */
  readonly squadId?: string | null;
}

/**
 * The drawing of a squad or trip without a photo, by its id: none of `near`, and for a trip not its squad's. `near` may have up to six.
 */
export function sceneOf({ id, squadId }: Place, near: readonly string[] = []): string {
  const taken = squadId ? [sceneOf({ id: squadId }), ...near] : near;
  const own = drawing(coverSceneOf(id));
  return [...covers.slice(covers.indexOf(own)), ...covers].find((scene) => !taken.includes(scene)) ?? own;
}
