import type { ComponentProps } from "react";
import { ErrorState } from "../ui/states.tsx";
import { sentenceOf } from "./api.ts";

/** A query, as `useQuery` returns it. */
interface Asked {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Stands where something did not load: it says why, and its button asks again. Of several queries it asks those that failed. */
export function LoadFailed({
  of,
  ...state
}: Omit<ComponentProps<typeof ErrorState>, "text" | "onRetry" | "busy"> & { of: Asked | readonly Asked[] }) {
  const all = [of].flat();
  const failed = all.length > 1 ? all.filter(({ error }) => error !== null) : all;
  return (
    <ErrorState
      {...state}
      text={sentenceOf(failed[0]?.error)}
      onRetry={() => failed.forEach(({ refetch }) => void refetch())}
      busy={all.some(({ isFetching }) => isFetching)}
    />
  );
}
