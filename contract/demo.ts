import { describe } from "./endpoint.ts";

/** A trip to look at, for whoever has none. */
export const demo = describe({});
