import type { UseQueryResult } from "@tanstack/react-query";
import { LoadFailed } from "../../core/load-failed.tsx";
import type { ReactNode } from "react";
import { Loading } from "../../ui/skeleton.tsx";

/** The content of a section: a skeleton while `query` loads, an error with a retry, or `children` with the answer. */
export function AccountPart<T>({
  query,
  label,
  children,
}: {
  query: UseQueryResult<T>;
  label: string;
  children: (data: T) => ReactNode;
}) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error) return <LoadFailed of={query} title="This did not come through" />;
  return <Loading label={label} className="grid w-full max-w-md gap-4" each="h-12" count={2} />;
}
