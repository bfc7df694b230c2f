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

const covers = [dawn, palmCove, nightDrive, cliffs, reef, pier, barrel, boards] as const;

/** The poster of a squad or trip without a photo. An id always has the same poster. */
export const sceneFor = (id: string): string => pickById(id, covers);
