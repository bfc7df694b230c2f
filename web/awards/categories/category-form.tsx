import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { icons } from "#contract/award-look.ts";
import { type Category, NewCategory, colors } from "#contract/categories.ts";
import { api } from "../../core/api.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { TextareaField } from "../../ui/inputs.tsx";
import { toast } from "../../ui/toast.ts";
import { paintOf } from "./colors.ts";
import { CategoryIcon } from "./icons.tsx";
import { refreshAwards } from "../queries.ts";

const iconNames: Readonly<Record<string, string>> = {
  "fas fa-trophy": "Trophy",
  "fas fa-laugh": "Funny",
  "fas fa-water": "Wave",
  "fas fa-fire": "Fire",
  "fas fa-star": "Star",
  "fas fa-heart": "Heart",
  "fas fa-camera": "Camera",
  "fas fa-anchor": "Anchor",
  "fas fa-sun": "Sun",
  "fas fa-fish": "Fish",
};

const nameOfIcon = (icon: string) => (Object.hasOwn(iconNames, icon) ? iconNames[icon]! : "As it is");

/** Black categories exist and keep their colour, but the form does not offer it to others. */
const offeredColors = colors.filter((color) => color !== "black");

/** Adds the category's own value if the form does not offer it, so that an edit keeps it. */
const offered = (all: readonly string[], current: string | undefined) =>
  current === undefined || all.includes(current) ? all : [...all, current];

/** Adds a category, or edits `category`. */
export function CategoryForm({
  tripId,
  category,
  order,
  takesFocus,
  onDone,
}: {
  tripId: string;
  category: Category | undefined;
  /** The position of a new category. */
  order: number;
  /** The form replaces one that had the focus. */
  takesFocus: boolean;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const form = useSchemaForm(NewCategory, {
    name: `award ${category?.id ?? `of ${tripId}`}`,
    defaultValues: {
      name: category?.name ?? "",
      description: category?.description ?? "",
      icon: category?.icon ?? "fas fa-trophy",
      color: category?.color ?? "blue",
      order: category?.order ?? order,
    },
    send: async (body) => {
      await (category
        ? api("PUT /api/categories/:id", { params: { id: category.id }, body })
        : api("POST /api/trips/:id/categories", { params: { id: tripId }, body }));
      void refreshAwards(client, tripId);
      toast({ title: category ? "Award category updated successfully!" : "Award category created successfully!" });
      onDone();
    },
    onProblem: () => {
      const text = category
        ? "Failed to update category. Please try again."
        : "Failed to create category. Please try again.";
      toast({ title: "Error", text, look: "danger" });
    },
  });
  const [icon, color] = form.fields.watch(["icon", "color"]);
  const { setFocus } = form.fields;
  useEffect(() => {
    if (takesFocus) setFocus("name");
  }, [takesFocus, setFocus]);

  return (
    <Form
      form={form}
      aria-label={category ? `Edit ${category.name}` : "Add a category"}
      className="content-start"
      actions={
        <>
          {category && (
            <Button onClick={onDone} disabled={form.busy}>
              Cancel Edit
            </Button>
          )}
          <SubmitButton busyLabel={category ? "Updating..." : "Adding..."}>
            {category ? "Update Category" : "Add Category"}
          </SubmitButton>
        </>
      }
    >
      <InputField label="Name" autoComplete="off" maxLength={100} placeholder="Best Wipeout" {...form.bind("name")} />
      <TextareaField
        label="Description"
        rows={2}
        placeholder="Most spectacular, least injured"
        {...form.bind("description")}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-bold">Icon</legend>
        <div className="grid grid-cols-5 gap-2">
          {offered(icons, category?.icon).map((one) => (
            <label key={one} data-tip={nameOfIcon(one)} className={swatch}>
              <input {...form.fields.register("icon")} type="radio" value={one} className="sr-only" />
              <span className="sr-only">{nameOfIcon(one)}</span>
              <span
                className="grid size-full place-items-center rounded-[12px]"
                style={one === icon ? paintOf(color ?? "blue") : undefined}
              >
                <CategoryIcon icon={one} />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 text-sm font-bold">Color</legend>
        <div className="grid grid-cols-4 gap-2 min-[400px]:grid-cols-8 md:grid-cols-4">
          {offered(offeredColors, category?.color).map((one) => (
            <label key={one} data-tip={one} className={swatch}>
              <input {...form.fields.register("color")} type="radio" value={one} className="sr-only" />
              <span className="sr-only">{one}</span>
              <span
                aria-hidden="true"
                style={paintOf(one)}
                className={cx("grid size-full place-items-center rounded-[12px] font-display text-xl font-extrabold")}
              >
                {one === color && "✓"}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </Form>
  );
}

const swatch =
  "relative block h-12 rounded-tile border-2 border-field-line p-0.5 has-checked:border-edge has-checked:shadow-stamp " +
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";
