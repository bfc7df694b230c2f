import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** `count` pale blocks that stand where content is loading. `className` sets their size. */
export const Skeleton = ({ className, count = 1 }: { className?: string; count?: number | undefined }) =>
  Array.from({ length: count }, (_, index) => (
    <div key={index} aria-hidden="true" className={cx("animate-pulse-slow rounded-tile bg-tint", className)} />
  ));

/**
 * Shows the skeletons of a view, and tells screen readers once what is loading. For `count` equal blocks, `each` is the class with their
 * size; for others, pass children.
 */
export const Loading = ({
  label,
  className,
  each,
  count,
  children,
}: {
  label: string;
  className?: string;
  each?: string;
  count?: number;
  children?: ReactNode;
}) => (
  <div className={className}>
    <output className="sr-only">{label}</output>
    {each !== undefined && <Skeleton className={each} count={count} />}
    {children}
  </div>
);
