import type { Books, CostCategory } from "#contract/costs.ts";
import { useMe } from "../core/viewer.ts";
import { cx } from "../ui/class-names.ts";
import { faceOf } from "./books/book-people.ts";
import { categories } from "./books/categories.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import type { CostFilter } from "./queries.ts";

const look = "edge min-h-11 rounded-full px-3 text-sm font-bold hover:bg-tint sm:px-4";
const on = "bg-spot! text-on-spot!";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record has no other keys
const names = Object.keys(categories) as readonly CostCategory[];

/** Which costs to list: the viewer's, those of somebody else, those of one category. */
export function CostFilters({
  people,
  filter,
  onFilter,
}: {
  people: Books["people"];
  filter: CostFilter;
  onFilter: (filter: CostFilter) => void;
}) {
  const me = useMe();
  const { person, category } = filter;
  const isMine = person === me.id;
  return (
    <fieldset className="flex min-w-0 gap-2">
      <legend className="sr-only">Filter</legend>
      <button
        type="button"
        aria-pressed={isMine}
        className={cx(look, "shrink-0 bg-card", isMine && on)}
        onClick={() => onFilter({ ...filter, person: isMine ? undefined : me.id })}
      >
        Mine
      </button>
      <select
        aria-label="Person"
        value={person ?? ""}
        className={cx(look, "max-w-56 min-w-0 flex-1 truncate bg-card", person !== undefined && !isMine && on)}
        onChange={({ target }) => onFilter({ ...filter, person: target.value || undefined })}
      >
        <option value="">Everybody</option>
        {people.map((one) => (
          <option key={one.id} value={one.id}>
            {one.id === me.id ? "You" : fullNameOf(faceOf(one))}
          </option>
        ))}
      </select>
      <select
        aria-label="Category"
        value={category ?? ""}
        className={cx(look, "max-w-56 min-w-0 flex-1 truncate bg-card", category !== undefined && on)}
        onChange={({ target }) => onFilter({ ...filter, category: names.find((one) => one === target.value) })}
      >
        <option value="">All categories</option>
        {names.map((one) => (
          <option key={one} value={one}>
            {categories[one].name}
          </option>
        ))}
      </select>
    </fieldset>
  );
}
