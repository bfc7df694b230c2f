import { awards } from "./awards.ts";
import { media } from "./media.ts";
import { people } from "./people.ts";
import { screens } from "./screens.ts";
import { squads } from "./squads.ts";
import { trips } from "./trips.ts";

/** Every JSON call of the product, by method and path. */
export const calls = { ...people, ...squads, ...trips, ...media, ...awards, ...screens };

export type Calls = typeof calls;
export type CallName = keyof Calls;
