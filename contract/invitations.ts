import { describe } from "./endpoint.ts";

/** How people are brought in, and called to vote. */
export const invitations = describe({});
