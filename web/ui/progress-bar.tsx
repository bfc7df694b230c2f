import { cx } from "./class-names.ts";

/** A striped bar from 0 to `max`. `label` names the measure, `text` gives the value in words. */
export const ProgressBar = ({
  value,
  max = 100,
  label,
  text,
  isWarning = false,
  className,
}: {
  value: number;
  max?: number;
  label: string;
  text?: string;
  isWarning?: boolean;
  className?: string;
}) => (
  <progress
    aria-label={label}
    aria-valuetext={text}
    value={Math.min(max, Math.max(0, value))}
    max={max > 0 ? max : 1}
    className={cx(
      "edge striped block h-3.5 w-full overflow-hidden rounded-full bg-card",
      isWarning && "striped-warning",
      className,
    )}
  />
);
