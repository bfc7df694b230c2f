import { pickById } from "../ui/pick-by-id.ts";
import sheet from "./scenes.svg";

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

/** How far down the subject of a drawing stands, in percent of its height, where that is not the middle. A wide box then keeps it in sight. */
const sceneNames: Readonly<Record<string, number>> = {
  [scenes.barrel]: 80,
  [scenes.nightDrive]: 65,
  [scenes.camp]: 75,
  [scenes.cliffs]: 45,
  [scenes.dawn]: 45,
  [scenes.lighthouse]: 35,
  [scenes.pier]: 40,
  [scenes.palmCove]: 40,
};

/** The `object-position` of a drawing that fills a box of any shape. */
export const scenePosition = (scene: string): string => `50% ${sceneNames[scene] ?? 50}%`;

const covers = [
  scenes.dawn,
  scenes.palmCove,
  scenes.nightDrive,
  scenes.cliffs,
  scenes.reef,
  scenes.pier,
  scenes.barrel,
  scenes.boards,
] as const;

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
  const own = pickById(id, covers);
  return [...covers.slice(covers.indexOf(own)), ...covers].find((scene) => !taken.includes(scene)) ?? own;
}
