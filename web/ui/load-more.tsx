import { useEffect, useRef } from "react";
import { Button, Spinner } from "./button.tsx";

/** The distance below the window at which the next page loads, in CSS pixels. */
const ahead = 1600;

/** A list that is fetched page by page, as `useInfiniteQuery` returns it. */
interface PagedList {
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (options: { readonly cancelRefetch: boolean }) => unknown;
}

/**
 * The end of an unfinished list of `what`, such as "photos". Scrolling near it loads the next page, after a fetch of the pages that are
 * there. After a failure it offers a button to retry.
 */
export function LoadMore({ list, what }: { list: PagedList; what: string }) {
  const { isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || isFetching || isFetchNextPageError) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && void fetchNextPage({ cancelRefetch: false }),
      { rootMargin: `${ahead}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isFetching, isFetchNextPageError, fetchNextPage]);
  return (
    <div ref={end} className="grid min-h-16 place-items-center pt-6">
      {isFetchNextPageError ? (
        <p role="alert" className="flex flex-wrap items-center justify-center gap-3 text-soft">
          More {what} did not load.
          <Button
            size="sm"
            onClick={() => void fetchNextPage({ cancelRefetch: false })}
            busy={isFetchingNextPage && "Trying again..."}
          >
            Try Again
          </Button>
        </p>
      ) : (
        isFetchingNextPage && (
          <output className="flex items-center gap-2 text-soft">
            <Spinner /> Loading more {what}...
          </output>
        )
      )}
    </div>
  );
}
