import { ApiError } from "../../core/api.ts";

/** The server's own words; undefined where no answer came. */
export const toldBy = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status > 0 ? error.message : undefined;
