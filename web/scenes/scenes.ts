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

/** Drawn posters, for where no photo is yet. Each is an address, 4:3, and stands being cut to any shape. */
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

const covers = [dawn, palmCove, nightDrive, cliffs, reef, pier, barrel, boards] as const;

/** The poster that stands for a squad or trip without a photo: always the same for the same id. */
export const sceneFor = (id: string): string => pickById(id, covers);
