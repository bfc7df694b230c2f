import { useEffect, useRef } from "react";
import { Button, Spinner } from "./button.tsx";

/** The distance below the window at which the next page loads, in CSS pixels. */
const ahead = 1600;

/**
 * The end of an unfinished list. Scrolling near it loads the next page. After a failure it offers a button
 * to retry.
 */
export function LoadMore({
  isLoading,
  isBusy = false,
  hasFailed,
  what,
  onWanted,
}: {
  isLoading: boolean;
  /** Whether the list is fetched for any reason. The next page waits for that. */
  isBusy?: boolean;
  hasFailed: boolean;
  /** What the list holds, such as "photos". */
  what: string;
  onWanted: () => void;
}) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || isLoading || isBusy || hasFailed) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && onWanted(), {
      rootMargin: `${ahead}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLoading, isBusy, hasFailed, onWanted]);
  return (
    <div ref={end} className="grid min-h-16 place-items-center pt-6">
      {hasFailed ? (
        <p role="alert" className="flex flex-wrap items-center justify-center gap-3 text-soft">
          More {what} did not load.
          <Button size="sm" onClick={onWanted} busy={isLoading && "Trying again..."}>
            Try Again
          </Button>
        </p>
      ) : (
        isLoading && (
          <output className="flex items-center gap-2 text-soft">
            <Spinner /> Loading more {what}...
          </output>
        )
      )}
    </div>
  );
}
