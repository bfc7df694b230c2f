import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Paperclip, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Books, Cost } from "#contract/costs.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import { isNotFound } from "../core/api.ts";
import { formatDay } from "../core/calendar.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { useMe } from "../core/viewer.ts";
import { useBackCloses } from "../ui/back.ts";
import { Button, buttonLook } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { namesIn } from "./books/book-people.ts";
import { categories } from "./books/categories.ts";
import { ChangeList } from "./change-list.tsx";
import { deleteCost } from "./delete-cost.ts";
import { CostParts } from "./cost-parts.tsx";
import { changesQuery, costQuery } from "./queries.ts";

interface Props extends DialogState {
  readonly tripId: string;
  readonly books: Books;
  /** The id of the cost, which the list may not have. */
  readonly id: string;
  readonly listed: Cost | undefined;
  readonly onEdit: (cost: Cost) => void;
}

/** A cost with all that is known of it, and what may be done with it. */
export function CostDialog({ tripId, books, id, listed, onEdit, ...state }: Props) {
  useBackCloses(state.open, () => state.onOpenChange(false));
  const asked = useQuery({ ...costQuery(tripId, id), enabled: state.open && listed === undefined });
  const cost = listed ?? asked.data;
  const isGone = listed === undefined && isNotFound(asked.error);
  return (
    <Dialog {...state} title={cost && !isGone ? cost.title : isGone ? "This cost is gone" : "A cost"}>
      {isGone ? (
        <p className="text-soft">Somebody deleted it. The history of the costs can bring it back.</p>
      ) : cost ? (
        <Details tripId={tripId} books={books} cost={cost} onEdit={onEdit} onGone={() => state.onOpenChange(false)} />
      ) : asked.isError ? (
        <LoadFailed of={asked} title="The cost did not load" />
      ) : (
        <Loading label="Loading the cost..." className="grid gap-3" each="h-12" count={3} />
      )}
    </Dialog>
  );
}

function Details({
  tripId,
  books,
  cost,
  onEdit,
  onGone,
}: Pick<Props, "tripId" | "books" | "onEdit"> & { cost: Cost; onGone: () => void }) {
  const me = useMe();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const nameOf = namesIn(books.people, me.id);
  const ofTrip = books.currency ?? cost.currency;
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <p className="poster steady text-4xl wrap-anywhere">{formatAmount(cost.tripAmount, ofTrip)}</p>
        <p className="text-soft wrap-anywhere">
          {cost.currency !== ofTrip && (
            <span className="steady">
              {formatAmount(cost.amount, cost.currency)}
              {cost.rate !== null && ` at ${cost.rate}`} ·{" "}
            </span>
          )}
          {categories[cost.category].name} · {formatDay(cost.day)}
        </p>
        {cost.amount < 0 && <p className="font-semibold">Money back</p>}
      </div>
      <CostParts cost={cost} currency={ofTrip} nameOf={nameOf} people={books.people} />
      {cost.note !== "" && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {cost.note}
        </p>
      )}
      {cost.receipt && (
        <a
          href={`/api/costs/${cost.id}/receipt`}
          className={buttonLook("quiet", "sm")}
          {...(cost.receipt === "picture" ? { target: "_blank", rel: "noopener" } : { download: true })}
        >
          <Paperclip aria-hidden="true" size={16} />
          {cost.receipt === "picture" ? "Open the Receipt" : "Download the Receipt"}
        </a>
      )}
      {cost.mayChange && (
        <div className="flex flex-wrap gap-3">
          <Button icon={<PencilLine aria-hidden="true" size={18} />} onClick={() => onEdit(cost)}>
            Edit
          </Button>
          <Button look="quiet" icon={<Trash2 aria-hidden="true" size={18} />} onClick={() => setAsking(true)}>
            Delete
          </Button>
        </div>
      )}
      <History tripId={tripId} cost={cost} enteredBy={cost.writtenBy && nameOf(cost.writtenBy)} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete “${cost.title}”?`}
        text="Everybody's balance changes. For 90 days the history can bring it back."
        action="Delete Cost"
        busyLabel="Deleting..."
        onConfirm={() => deleteCost(client, tripId, cost, onGone)}
      />
    </div>
  );
}

/** Who entered a cost, and how it changed since. */
function History({ tripId, cost, enteredBy }: { tripId: string; cost: Cost; enteredBy: string | null }) {
  const list = useInfiniteQuery(changesQuery(tripId));
  const changes = list.data?.pages.flatMap(({ rows }) => rows).filter((change) => change.of === cost.id) ?? [];
  return (
    <section aria-label="History" className="grid gap-1">
      {enteredBy !== null && <p className="text-sm text-soft">Entered by {enteredBy === "You" ? "you" : enteredBy}</p>}
      {changes.length > 0 && <ChangeList tripId={tripId} changes={changes} />}
      {list.hasNextPage && (
        <Button
          size="sm"
          look="bare"
          className="justify-self-start"
          busy={list.isFetchingNextPage && "Loading..."}
          onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          Show Earlier Changes
        </Button>
      )}
    </section>
  );
}
