// Decision 118: when a look counts, and why the line stays until the viewer leaves.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { plural } from "#contract/locale.ts";
import { type News, maxNew } from "#contract/seen.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import type { MediaScope } from "../queries.ts";
import { forgetNews } from "./forget-news.ts";
import { sinceWords } from "./since-words.ts";
import { useLooking } from "./use-looking.ts";
import { type Told, keepTold, keptTold, shownOf } from "./visit.ts";

interface LineProps {
  readonly scope: MediaScope;
  readonly news: News;
  /** Since when, while the gallery shows only what is new. */
  readonly only: string | undefined;
  readonly onOnly: (since: string | undefined) => void;
  /** Says since when photos are marked as new; undefined when none are. */
  readonly onSince: (since: string | undefined) => void;
}

const sendLook = (scope: MediaScope, until: string, keepsPage: boolean) => {
  const input = { body: { until }, keepalive: true, keepsPage };
  return "tripId" in scope
    ? api("PUT /api/trips/:id/seen", { params: { id: scope.tripId }, ...input })
    : api("PUT /api/squads/:id/seen", { params: { id: scope.squadId }, ...input });
};

/** The line above a gallery that says what is new since the viewer looked, with a filter for it and a button that makes it old. */
export function NewLine({ scope, news, only, onOnly, onSince }: LineProps) {
  const client = useQueryClient();
  const place = "tripId" in scope ? scope.tripId : scope.squadId;
  const line = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState(() => keptTold(place));
  const shown = shownOf(news, told);
  const until = news.until ?? news.since;
  const marked = shown.count > 0 ? shown.since : undefined;
  useEffect(() => onSince(marked), [onSince, marked]);

  const tell = (next: Told | null) => {
    setTold(next);
    keepTold(place, next);
  };
  /** Without a connection the photos stay new. */
  const look = (onSeen?: () => void) => {
    if (news.count > 0) void sendLook(scope, until, true).then(onSeen, () => undefined);
  };
  useLooking(line, {
    onHide: () => {
      if (shown.count > 0) tell({ ...shown, until: news.count > 0 ? until : news.since });
      look();
    },
    onShow: () => keepTold(place, null),
    onGone: (hasLooked) => {
      keepTold(place, null);
      if (hasLooked) look(() => forgetNews(client, scope, until));
    },
  });

  const see = useMutation({
    mutationFn: () => sendLook(scope, until, false),
    onMutate: () => {
      tell(null);
      if (only !== undefined) onOnly(undefined);
      // The button goes, and the focus moves to the menu above it.
      line.current?.closest("#gallery")?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
      return forgetNews(client, scope, until);
    },
    onSuccess: () => toast({ title: "Seen", text: "You are up to date here." }),
    onError: (error, _, takeBack) => {
      takeBack?.();
      toast({ title: "Not marked as seen", text: sentenceOf(error), look: "danger" });
    },
  });

  return (
    <div ref={line}>
      {(shown.count > 0 || only !== undefined) && (
        <fieldset
          aria-labelledby="new-since"
          className="flex min-h-15 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 border-y-2 border-dashed border-line py-1.5"
        >
          <p id="new-since" className="flex min-w-0 flex-1 basis-38 items-center gap-2.5 leading-tight font-bold">
            {shown.count > 0 && (
              <span
                aria-hidden="true"
                className="edge steady grid min-h-7 min-w-7 shrink-0 place-items-center rounded-full bg-spot px-1.5 text-sm text-on-spot"
              >
                {shown.count < maxNew ? shown.count : "99+"}
              </span>
            )}
            <span>
              New since {sinceWords(only ?? shown.since)}
              <span className="sr-only">
                , {plural(shown.count, { one: `${shown.count} photo`, other: `${shown.count} photos` })}
              </span>
            </span>
          </p>
          <Button
            size="sm"
            look={only === undefined ? "quiet" : "plain"}
            aria-pressed={only !== undefined}
            className={only === undefined ? undefined : "bg-spot! text-on-spot!"}
            onClick={() => onOnly(only === undefined ? shown.since : undefined)}
          >
            Only New
          </Button>
          {shown.count > 0 && (
            <Button size="sm" onClick={() => see.mutate()}>
              Seen
            </Button>
          )}
        </fieldset>
      )}
    </div>
  );
}
