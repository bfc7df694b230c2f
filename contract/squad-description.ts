import type { SquadCard } from "./squads.ts";

/** The description of a squad whose people wrote none. */
export const defaultDescription = (name: string): string => `${name} crew`;

/** What the people of a squad wrote about it: empty for the default, which only repeats the name. */
export const ownDescription = ({ name, description }: Pick<SquadCard, "name" | "description">): string =>
  description === defaultDescription(name) ? "" : description;
