import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";

/** Nothing here yet: a drawing, a line of voice, one thing to do. */
export const EmptyState = ({
  art,
  title,
  text,
  action,
  className,
}: {
  art?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  className?: string;
}) => (
  <div className={cx("mx-auto grid max-w-md justify-items-center gap-4 px-4 py-10 text-center", className)}>
    {art}
    <p className="title text-2xl">{title}</p>
    {text !== undefined && <p className="-mt-2 text-soft">{text}</p>}
    {action}
  </div>
);

/** What happened, what to do, and the way to do it. */
export const ErrorState = ({
  title,
  text,
  onRetry,
  busy = false,
  action,
  art,
}: {
  title: ReactNode;
  text?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
  action?: ReactNode;
  art?: ReactNode;
}) => (
  <div role="alert" className="mx-auto grid max-w-md justify-items-center gap-4 px-4 py-10 text-center">
    {art}
    <p className="title text-2xl">{title}</p>
    {text !== undefined && <p className="-mt-2 text-soft">{text}</p>}
    <div className="flex flex-wrap justify-center gap-3">
      {onRetry && (
        <Button onClick={onRetry} busy={busy && "Trying again..."}>
          Try Again
        </Button>
      )}
      {action}
    </div>
  </div>
);
