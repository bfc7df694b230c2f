import type { ComponentProps } from "react";

/** A switch in a cell of a table, large enough for a finger. `label` is its name. */
export const Switch = ({
  label,
  isOn,
  onChange,
  ...rest
}: Pick<ComponentProps<"input">, "disabled"> & {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) => (
  <label className="grid min-h-12 place-items-center">
    <input
      {...rest}
      type="checkbox"
      aria-label={label}
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
      className="size-6 accent-(--action) disabled:cursor-not-allowed disabled:opacity-40"
    />
  </label>
);
