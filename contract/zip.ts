import { describe } from "./endpoint.ts";

/** Many originals in one file. */
export const zip = describe({});
