import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Category } from "#contract/categories.ts";
import { ApiError, api } from "../../core/api.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { CategoryBadge } from "./category-badge.tsx";
import { refreshAwards } from "../queries.ts";

/** The categories of a trip, with buttons to edit and delete them. */
export function CategoryList({
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
      if (error instanceof ApiError && error.status === 404) return onDeleted(id);
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
