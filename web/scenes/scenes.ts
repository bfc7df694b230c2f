import { pickById } from "../ui/pick-by-id.ts";
import barrel from "./barrel.svg";
import boards from "./boards.svg";
import camp from "./camp.svg";
import cliffs from "./cliffs.svg";
import dawn from "./dawn.svg";
import lighthouse from "./lighthouse.svg";
import nightDrive from "./night-drive.svg";
import palmCove from "./palm-cove.svg";
import pier from "./pier.svg";
import reef from "./reef.svg";

/** Addresses of drawn posters in 4:3, for places without a photo. Each can be cropped to any shape. */
export const scenes = {
  barrel,
  dawn,
  palmCove,
  nightDrive,
  cliffs,
  lighthouse,
  reef,
  boards,
  pier,
  camp,
} as const;

/** How far down the subject of a drawing stands, in percent of its height, where that is not the middle. A wide box then keeps it in sight. */
const subjects: Readonly<Record<string, number>> = {
  [barrel]: 80,
  [nightDrive]: 65,
  [camp]: 75,
  [cliffs]: 45,
  [dawn]: 45,
  [lighthouse]: 35,
  [pier]: 40,
  [palmCove]: 40,
};

/** The `object-position` of a drawing that fills a box of any shape. */
export const scenePosition = (scene: string): string => `50% ${subjects[scene] ?? 50}%`;

const covers = [dawn, palmCove, nightDrive, cliffs, reef, pier, barrel, boards] as const;

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
