import { ApiError } from "./api.ts";

/** Whether no answer came. */
export const isUnreached = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 0;
