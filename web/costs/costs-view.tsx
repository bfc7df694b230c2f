import type { UseInfiniteQueryResult, InfiniteData } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Books, Cost } from "#contract/costs.ts";
import { type CostsOpening, TextLink, paths } from "../core/link.tsx";
import { dialogOf, useOpening } from "../core/use-opening.ts";
import { useMe } from "../core/viewer.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { CountedTitle } from "../trips/counted-title.tsx";
import { Button } from "../ui/button.tsx";
import { InBrowser } from "../ui/in-browser.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { EmptyState } from "../ui/states.tsx";
import { usePreload } from "../ui/use-preload.ts";
import { Balances } from "./balances.tsx";
import { namesIn } from "./books/book-people.ts";
import { CategoryTotals } from "./category-totals.tsx";
import { CostFilters } from "./cost-filters.tsx";
import { CostList } from "./cost-list.tsx";
import { CostsMenu } from "./costs-menu.tsx";
import { CostsSummary } from "./costs-summary.tsx";
import { loadCostSheet } from "./load-cost-sheet.tsx";
import type { CostFilter } from "./queries.ts";
import { useOpenCost } from "./use-open-cost.ts";
import { useCelebration } from "./use-celebration.ts";

const CostSheet = onDemand(loadCostSheet);
const CostDialog = onDemand(async () => (await import("./cost-dialog.tsx")).CostDialog);
const SettleDialog = onDemand(async () => (await import("./settle-dialog.tsx")).SettleDialog);
const PaymentDialog = onDemand(async () => (await import("./payment-dialog.tsx")).PaymentDialog);
const ChangesDialog = onDemand(async () => (await import("./changes-dialog.tsx")).ChangesDialog);

const openings = ["add", "settle", "payment", "changes"] as const satisfies readonly CostsOpening[];

/** The room of costs, once they are there. */
export function CostsView({
  tripId,
  tripName,
  list,
  pages,
  filter,
  onFilter,
}: {
  tripId: string;
  tripName: string;
  list: UseInfiniteQueryResult<InfiniteData<Books>>;
  pages: readonly Books[];
  filter: CostFilter;
  onFilter: (filter: CostFilter) => void;
}) {
  const me = useMe();
  const books = pages[0]!;
  const { people, currency, count, found, settle, totals, viewer } = books;
  const nameOf = namesIn(people, me.id);
  const [opening, open] = useOpening<CostsOpening>(openings);
  const [costId, openCost] = useOpenCost();
  const [edited, setEdited] = useState<Cost>();
  // What the dialog showed stays while it closes.
  const [shown, setShown] = useState(costId);
  if (costId !== undefined && costId !== shown) setShown(costId);
  const listed = pages.flatMap(({ costs }) => costs).find(({ id }) => id === shown);
  usePreload(CostSheet.hint.onFocus, viewer.mayAdd);
  useCelebration(tripId, books);
  const isEmpty = count === 0 && books.payments.length === 0;
  const balances = {
    books,
    nameOf,
    person: filter.person,
    onPerson: (person: string | undefined) => onFilter({ ...filter, person }),
  };
  const add = (className: string) =>
    viewer.mayAdd && (
      <Button
        look="primary"
        icon={<Plus aria-hidden="true" size={20} />}
        className={className}
        onClick={() => open("add")}
        {...CostSheet.hint}
      >
        Add Cost
      </Button>
    );
  return (
    <div className="mx-auto grid max-w-7xl gap-4 px-4 py-5 sm:gap-6 sm:px-8 sm:py-8">
      <PageHeader
        above={
          <TextLink to={paths.trip(tripId)} className="-my-2.5 w-fit py-2.5 text-soft">
            {tripName}
          </TextLink>
        }
        title="Costs"
      />
      <InBrowser>
        {isEmpty || currency === null ? (
          <EmptyState
            art={<SceneSticker src={scenes.cliffs} />}
            title="Who paid for what?"
            text="Enter what you pay, and everybody sees who owes whom."
            action={add("")}
          />
        ) : (
          <div className="grid grid-cols-1 items-start gap-x-10 gap-y-4 sm:gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid gap-4 sm:gap-6 lg:col-start-2 lg:row-start-1">
              <CostsSummary
                books={books}
                onSettle={() => open("settle")}
                settleHint={SettleDialog.hint}
                menu={<CostsMenu tripId={tripId} tripName={tripName} open={open} />}
              />
              <div className="lg:hidden">
                <Balances {...balances} inRow />
              </div>
              <div className="max-lg:hidden">
                <Balances {...balances} inRow={false} />
              </div>
              {totals.categories.length > 1 && (
                <>
                  <details className="lg:hidden">
                    <summary className="min-h-11 cursor-pointer content-center font-bold">By category</summary>
                    <CategoryTotals totals={totals} currency={currency} />
                  </details>
                  <section aria-label="Totals" className="grid gap-3 max-lg:hidden">
                    <h2 className="title text-xl">By Category</h2>
                    <CategoryTotals totals={totals} currency={currency} />
                  </section>
                </>
              )}
            </div>
            <section aria-labelledby="all-costs" className="grid min-w-0 gap-4 lg:row-start-1">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <CountedTitle
                  id="all-costs"
                  title={found === count ? "All Costs" : "Found"}
                  count={found}
                  one="cost"
                  other="costs"
                />
                {add("max-md:hidden")}
              </div>
              <CostFilters people={people} filter={filter} onFilter={onFilter} />
              {found === 0 && <p className="py-6 text-soft">{count === 0 ? "No costs yet." : "No such costs."}</p>}
              <CostList pages={pages} nameOf={nameOf} onOpen={openCost} />
              {list.hasNextPage && <ShowMore list={list} what="costs" label="Load More" />}
            </section>
          </div>
        )}
        {/* Above the bar at the lower edge, where a thumb reaches. */}
        {!isEmpty && currency !== null && (
          <div className="pointer-events-none sticky bottom-[calc(var(--toast-foot)+1rem)] z-20 flex justify-end md:hidden">
            {add("pointer-events-auto")}
          </div>
        )}
        <CostSheet
          open={opening === "add" || edited !== undefined}
          onOpenChange={() => (edited ? setEdited(undefined) : open(undefined))}
          tripId={tripId}
          books={books}
          cost={edited}
        />
        <CostDialog
          open={costId !== undefined && edited === undefined}
          onOpenChange={() => openCost(undefined)}
          tripId={tripId}
          books={books}
          id={shown ?? ""}
          listed={listed}
          onEdit={setEdited}
        />
        <SettleDialog
          {...dialogOf("settle", opening, open)}
          tripId={tripId}
          tripName={tripName}
          books={books}
          onRecord={() => open("payment")}
        />
        {settle && currency !== null && (
          <PaymentDialog {...dialogOf("payment", opening, open)} tripId={tripId} books={books} />
        )}
        <ChangesDialog {...dialogOf("changes", opening, open)} tripId={tripId} />
      </InBrowser>
    </div>
  );
}
