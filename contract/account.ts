import { describe } from "./endpoint.ts";

/** What only the owner of an account does with it. */
export const account = describe({});
