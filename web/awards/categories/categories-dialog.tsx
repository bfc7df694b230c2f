import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Category } from "#contract/categories.ts";
import { sentenceOf } from "../../core/api.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { AwardPacks } from "./award-packs.tsx";
import { CategoryForm } from "./category-form.tsx";
import { CategoryList } from "./category-list.tsx";
import { categoriesQuery } from "../queries.ts";

/** The award categories of a trip: add, edit, delete. */
export function CategoriesDialog({
  tripId,
  tripName,
  mayDelete,
  ...state
}: DialogState & { readonly tripId: string; readonly tripName: string; readonly mayDelete: boolean }) {
  const categories = useQuery({ ...categoriesQuery(tripId), enabled: state.open });
  const [editing, setEditing] = useState<Category>();
  const [round, setRound] = useState(0);
  const list = categories.data ?? [];
  const startOver = () => {
    setEditing(undefined);
    setRound(round + 1);
  };
  return (
    <Dialog
      {...state}
      width="lg"
      title={<span className="line-clamp-3 wrap-anywhere">Manage Award Categories · {tripName}</span>}
      text="What will this trip be remembered for?"
    >
      <div className="grid gap-8 md:grid-cols-2">
        <CategoryForm
          // A new key gives each category a fresh form.
          key={editing?.id ?? round}
          tripId={tripId}
          category={editing}
          order={nextOrder(list)}
          takesFocus={editing !== undefined || round > 0}
          onDone={startOver}
        />
        <section aria-labelledby="current-categories" className="grid content-start gap-3 md:order-none">
          <h3 id="current-categories" className="title text-xl">
            Current Categories
          </h3>
          {categories.data ? (
            list.length > 0 ? (
              <CategoryList
                tripId={tripId}
                categories={list}
                mayDelete={mayDelete}
                onEdit={setEditing}
                onDeleted={(id) => editing?.id === id && setEditing(undefined)}
              />
            ) : (
              <EmptyState
                art={<SceneSticker src={scenes.boards} />}
                title="No categories yet. Add some fun award categories!"
              />
            )
          ) : categories.isError ? (
            <ErrorState
              title="The categories did not load"
              text={sentenceOf(categories.error)}
              onRetry={() => void categories.refetch()}
              busy={categories.isFetching}
            />
          ) : (
            <Loading label="Loading categories..." className="grid gap-3">
              <Skeleton count={3} className="h-20" />
            </Loading>
          )}
        </section>
        <AwardPacks tripId={tripId} />
      </div>
    </Dialog>
  );
}

/** A new category is the last. */
const nextOrder = (categories: readonly Category[]): number =>
  Math.min(10_000, Math.max(-1, ...categories.map(({ order }) => order)) + 1);
