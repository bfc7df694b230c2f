import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { ApiError, sentenceOf } from "../../../core/api.ts";
import { usePageTitle } from "../../../core/page-title.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeEntry } from "./code-entry.tsx";
import { tvQuery } from "./queries.ts";
import { TvScreen } from "./tv-screen.tsx";

/** `/tv`: asks for a code, and then shows the night that it opens, on the whole screen. */
export function TvPage() {
  // The bars lie unseen behind the screen, where a remote control would reach their links.
  useEffect(() => {
    const frame = document.querySelector<HTMLElement>("#root")!;
    frame.inert = true;
    return () => void (frame.inert = false);
  }, []);
  return createPortal(<TvContent />, document.body);
}

function TvContent() {
  const page = useQuery(tvQuery);
  usePageTitle(page.data?.trip.name ?? "TV");
  const isOver = page.error instanceof ApiError && page.error.status === 404;
  if (page.data && !isOver) return <TvScreen page={page.data} />;
  if (page.isPending) return <div className="fixed inset-0 z-50 bg-page" />;
  if (isOver) return <CodeEntry wasOn={page.data !== undefined} />;
  return (
    <div className="fixed inset-0 z-50 grid place-content-center justify-items-center gap-5 bg-page p-6 text-center">
      <h1 className="title text-4xl">The TV is offline</h1>
      <p className="text-lg">{sentenceOf(page.error)}</p>
      <Button look="primary" busy={page.isFetching && "Trying..."} onClick={() => void page.refetch()}>
        Try Again
      </Button>
    </div>
  );
}
