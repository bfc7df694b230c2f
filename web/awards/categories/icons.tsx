import { pathOfIcon } from "#contract/award-icons.ts";
import { IconFrame } from "../../ui/icon.tsx";

/** The icon of an award in the text colour: decoration beside its name. */
export const CategoryIcon = ({ icon, size }: { icon: string; size?: number }) => (
  <IconFrame size={size} d={pathOfIcon(icon)} />
);
