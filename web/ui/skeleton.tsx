import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** A pale block in place of loading content. Its classes give its size. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={cx("animate-pulse-slow rounded-tile bg-tint", className)} />
);

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
