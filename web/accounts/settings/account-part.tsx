import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sentenceOf } from "../../core/api.ts";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";

/** The content of a section: a skeleton while `query` loads, an error with a retry, or `children` with the answer. */
export function AccountPart<T>({
  query: { data, error, refetch, isFetching },
  label,
  children,
}: {
  query: UseQueryResult<T>;
  label: string;
  children: (data: T) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (error)
    return (
      <ErrorState
        title="This did not come through"
        text={sentenceOf(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  return (
    <Loading label={label} className="grid w-full max-w-md gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </Loading>
  );
}
