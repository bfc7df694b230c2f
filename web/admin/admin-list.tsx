import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Page } from "../core/api.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { formatTime } from "../media/dates.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { EmptyState } from "../ui/states.tsx";

interface Empty {
  readonly scene: string;
  readonly title: string;
  readonly text: string;
}

/** The lines of a list, or `empty` without any. */
export const Lines = ({ empty, children }: { empty: Empty; children: readonly ReactNode[] }) =>
  children.length === 0 ? (
    <EmptyState art={<SceneSticker src={empty.scene} />} title={empty.title} text={empty.text} />
  ) : (
    <ul className="grid w-full divide-y divide-line border-y border-line">{children}</ul>
  );

/** A list in pages of `what`, such as "people": while it loads, if it fails, if it is empty, and with a button for more. */
export function AdminList<Row>({
  list,
  what,
  empty,
  children,
}: {
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  what: string;
  empty: Empty;
  children: (row: Row) => ReactNode;
}) {
  const { data, error, hasNextPage } = list;
  if (!data && error) return <LoadFailed of={list} title="This did not come through" />;
  if (!data) return <LoadingLines what={what} />;
  return (
    <div className="grid w-full gap-5">
      <Lines empty={empty}>{data.pages.flatMap(({ rows }) => rows.map((row) => children(row)))}</Lines>
      {hasNextPage && <ShowMore list={list} what={what} />}
    </div>
  );
}

export const LoadingLines = ({ what }: { what: string }) => (
  <Loading label={`Loading ${what}...`} className="grid w-full gap-3" each="h-14" count={5} />
);

/** One line of a list: what it is about, what is known of it, and what can be done. */
export const Line = ({ title, text, action }: { title: ReactNode; text: ReactNode; action?: ReactNode }) => (
  <li className="flex min-h-17 flex-wrap items-center gap-x-6 gap-y-2 py-3">
    <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold wrap-anywhere">{title}</span>
      <span className="text-sm text-soft wrap-anywhere">{text}</span>
    </div>
    {action}
  </li>
);

/** "4 Jul 2026, 18:20" by the clock of this browser. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTime(new Date(at))}</time>;
