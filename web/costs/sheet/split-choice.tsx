import type { CostSplit } from "#contract/costs.ts";

const names: Readonly<Record<CostSplit, string>> = { equal: "Equal", shares: "Shares", exact: "Exact" };

/** How a cost is split. */
export const SplitChoice = ({ split, onChoose }: { split: CostSplit; onChoose: (split: CostSplit) => void }) => (
  <fieldset>
    <legend className="sr-only">Split</legend>
    <div className="edge flex gap-1 rounded-full bg-card p-1">
      {Object.entries(names).map(([one, name]) => (
        <label
          key={one}
          className="grid min-h-11 flex-1 cursor-pointer place-items-center rounded-full px-3 font-bold text-soft hover:text-main has-checked:bg-spot has-checked:text-on-spot has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="split"
            className="sr-only"
            checked={one === split}
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the table
            onChange={() => onChoose(one as CostSplit)}
          />
          {name}
        </label>
      ))}
    </div>
  </fieldset>
);
