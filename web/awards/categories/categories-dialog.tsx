import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Pencil, Trash2 } from "lucide-react";
import type { Category } from "#contract/categories.ts";
import { api, isNotFound } from "../../core/api.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { AwardPacks } from "./award-packs.tsx";
import { CategoryForm } from "./category-form.tsx";
import { categoriesQuery, refreshAwards } from "../queries.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { CategoryBadge } from "./category-badge.tsx";

/** The award categories of a trip: add, edit, delete. Without any, ready-made ones come first. */
export function CategoriesDialog({
  tripId,
  squadId,
  tripName,
  mayDelete,
  ...state
}: DialogState & {
  readonly tripId: string;
  /** Null for a squadless trip. */
  readonly squadId: string | null;
  readonly tripName: string;
  readonly mayDelete: boolean;
}) {
  const categories = useQuery({ ...categoriesQuery(tripId), enabled: state.open });
  const [editing, setEditing] = useState<Category>();
  const [round, setRound] = useState(0);
  const list = categories.data ?? [];
  const isEmpty = categories.data?.length === 0;
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
        {categories.isPending ? (
          <Loading label="Loading categories..." className="grid gap-3 md:col-span-2" each="h-20" count={3} />
        ) : (
          <>
            {isEmpty && <AwardPacks tripId={tripId} squadId={squadId} isEmpty />}
            <div className={cx("grid content-start gap-4", isEmpty && "border-t border-line pt-6 md:col-span-2")}>
              {isEmpty && <h3 className="title text-xl">Or Write Your Own</h3>}
              <CategoryForm
                // A new key gives each category a fresh form.
                key={editing?.id ?? round}
                tripId={tripId}
                category={editing}
                order={nextOrder(list)}
                takesFocus={editing !== undefined || round > 0}
                onDone={startOver}
              />
            </div>
            {!isEmpty && (
              <section aria-labelledby="current-categories" className="grid content-start gap-3 md:order-none">
                <h3 id="current-categories" className="title text-xl">
                  Current Categories
                </h3>
                {categories.data ? (
                  <CategoryList
                    tripId={tripId}
                    categories={list}
                    mayDelete={mayDelete}
                    onEdit={setEditing}
                    onDeleted={(id) => editing?.id === id && setEditing(undefined)}
                  />
                ) : (
                  <LoadFailed of={categories} title="The categories did not load" />
                )}
              </section>
            )}
            {!isEmpty && <AwardPacks tripId={tripId} squadId={squadId} isEmpty={false} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** A new category is the last. */
const nextOrder = (categories: readonly Category[]): number =>
  Math.min(10_000, Math.max(-1, ...categories.map(({ order }) => order)) + 1);

/** The categories of a trip, with buttons to edit and delete them. */
function CategoryList({
  tripId,
  categories,
  mayDelete,
  onEdit,
  onDeleted,
}: {
  tripId: string;
  categories: readonly Category[];
  mayDelete: boolean;
  onEdit: (category: Category) => void;
  onDeleted: (id: string) => void;
}) {
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<Category>();
  const remove = async ({ id }: Category) => {
    try {
      await api("DELETE /api/categories/:id", { params: { id } });
    } catch (error) {
      // Another person deleted it first, which is the wanted result.
      if (isNotFound(error)) return onDeleted(id);
      toast({ title: "Error", text: "Failed to delete category. Please try again.", look: "danger" });
      throw error;
    } finally {
      void refreshAwards(client, tripId);
    }
    onDeleted(id);
    toast({ title: "Award category deleted successfully!" });
  };
  return (
    <>
      <ul className="-mr-2 grid content-start gap-1 overflow-y-auto pr-2 md:max-h-[27rem]">
        {categories.map((category) => (
          <li key={category.id} className="flex items-center gap-3 rounded-tile py-1.5">
            <CategoryBadge category={category} />
            <div className="min-w-0 flex-1 leading-snug">
              <p className="font-bold wrap-anywhere">{category.name}</p>
              <p className="line-clamp-2 text-sm wrap-anywhere text-soft">{category.description}</p>
            </div>
            <IconButton label={`Edit ${category.name}`} onClick={() => onEdit(category)}>
              <Pencil aria-hidden="true" size={18} />
            </IconButton>
            {mayDelete && (
              <IconButton label={`Delete ${category.name}`} onClick={() => setDeleting(category)}>
                <Trash2 aria-hidden="true" size={18} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title={`Delete “${deleting?.name ?? ""}”?`}
        text="Are you sure you want to delete this award category? This will also delete all votes for this category."
        action="Delete"
        busyLabel="Deleting..."
        onConfirm={async () => deleting && remove(deleting)}
      />
    </>
  );
}
