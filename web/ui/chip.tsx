import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";

const looks = {
  plain: "bg-tint text-main",
  spot: "edge bg-spot text-on-spot",
  win: "edge bg-win text-on-win",
} as const;

/** A short label: a hashtag, "Active", "Admin". */
export const Chip = ({
  look = "plain",
  className,
  ...rest
}: ComponentProps<"span"> & { look?: keyof typeof looks }) => (
  <span
    {...rest}
    className={cx(
      "inline-flex min-h-7 items-center gap-1 rounded-full px-3 text-[13px] leading-none font-bold whitespace-nowrap",
      looks[look],
      className,
    )}
  />
);
