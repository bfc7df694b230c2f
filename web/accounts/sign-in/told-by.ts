import { ApiError } from "../../core/api.ts";

/** The server's sentence for an error; undefined if the server did not answer. */
export const toldBy = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status > 0 ? error.message : undefined;
