import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";

/** A plain surface. `sticker` adds a dark border and a hard shadow, for the few things to celebrate or press. */
export const Card = ({ sticker = false, className, ...rest }: ComponentProps<"div"> & { sticker?: boolean }) => (
  <div
    {...rest}
    className={cx(
      "overflow-hidden rounded-card bg-card",
      sticker ? "edge shadow-stamp" : "border border-line shadow-soft",
      className,
    )}
  />
);
