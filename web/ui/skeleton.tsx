import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** A pale block in the place of something on its way. Its size comes from its classes. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={cx("animate-pulse-slow rounded-tile bg-tint", className)} />
);

/** Wraps the skeletons of one view and says once, to those who cannot see them, what is loading. */
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
