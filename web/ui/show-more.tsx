import type { UseInfiniteQueryResult, InfiniteData } from "@tanstack/react-query";
import { Button } from "./button.tsx";
import { fetchMore } from "./fetch-more.ts";

/** The end of an unfinished list of `what`, such as "members": a button that loads the next page, and says if that failed. */
export function ShowMore({
  list,
  what,
  label = "Show More",
}: {
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<unknown>>,
    "data" | "fetchNextPage" | "isFetchingNextPage" | "isFetchNextPageError"
  >;
  what: string;
  label?: string;
}) {
  return (
    <div className="grid justify-items-center gap-3">
      {list.isFetchNextPageError && (
        <p role="alert" className="text-soft">
          More {what} did not load.
        </p>
      )}
      <Button busy={list.isFetchingNextPage && "Loading..."} onClick={() => void fetchMore(list)}>
        {label}
      </Button>
    </div>
  );
}
