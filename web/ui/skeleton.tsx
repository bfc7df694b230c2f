import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** Pale blocks while something loads, one unless `count` says more. Their size comes from their classes. */
export const Skeleton = ({ className, count = 1 }: { className?: string; count?: number }) =>
  Array.from({ length: count }, (_, index) => (
    <div key={index} aria-hidden="true" className={cx("animate-pulse-slow rounded-tile bg-tint", className)} />
  ));

/** Wraps the skeletons of a view and tells screen readers once what is loading. */
export const Loading = ({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children?: ReactNode;
}) => (
  <div className={className}>
    <output className="sr-only">{label}</output>
    {children}
  </div>
);
