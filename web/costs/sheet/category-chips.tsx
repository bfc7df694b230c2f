import type { CostCategory } from "#contract/costs.ts";
import { categories } from "../books/categories.ts";

/** The categories as chips in a row that scrolls sideways on a phone. */
export const CategoryChips = ({
  chosen,
  onChoose,
}: {
  chosen: CostCategory | null;
  onChoose: (category: CostCategory) => void;
}) => (
  <fieldset className="min-w-0">
    <legend className="sr-only">Category</legend>
    <div className="sideways gap-2 sm:flex-wrap">
      {Object.entries(categories).map(([category, { name, Icon }]) => (
        <label
          key={category}
          className="edge flex min-h-11 shrink-0 cursor-pointer snap-start items-center gap-2 rounded-full bg-card px-3.5 font-bold hover:bg-tint has-checked:bg-spot has-checked:text-on-spot has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="category"
            className="sr-only"
            checked={category === chosen}
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the table
            onChange={() => onChoose(category as CostCategory)}
          />
          <Icon aria-hidden="true" size={18} />
          {name}
        </label>
      ))}
    </div>
  </fieldset>
);
