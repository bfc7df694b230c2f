import { pathsOfIcon, shapesOfPaths } from "#contract/award-icons.ts";
import { knownIcon, partOf } from "#contract/award-look.ts";
import { IconFrame, sheetPart } from "../ui/icon.tsx";

/** The icon of an award in the text colour: decoration beside its name. The server draws its shapes into the document. */
export const CategoryIcon = ({ icon, size }: { icon: string; size?: number }) => (
  <IconFrame
    size={size}
    shapes={import.meta.env.SSR ? shapesOfPaths(pathsOfIcon(icon)) : sheetPart(partOf(knownIcon(icon)))}
  />
);
