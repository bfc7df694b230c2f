import { ApiError, serverTextOf } from "../../core/api.ts";

/** For `catch`: rejects with the same error, whose sentence is `otherwise` if the server refused without words. */
export const orSay =
  (otherwise: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status === 0 || serverTextOf(error) !== undefined) throw error;
    throw new ApiError(error.status, error.code, otherwise, { cause: error });
  };
