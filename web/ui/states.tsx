import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";

/** The empty state: a drawing, a sentence, one action. */
export const EmptyState = ({
  art,
  title,
  text,
  action,
  className,
  wholePage = false,
}: {
  /** Whether the state fills the page; its title is then the page's h1. */
  wholePage?: boolean;
  art?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  className?: string;
}) => {
  const Title = wholePage ? "h1" : "p";
  return (
    <div className={cx("mx-auto grid max-w-md justify-items-center gap-4 px-4 py-10 text-center", className)}>
      {art}
      <Title className="title text-2xl">{title}</Title>
      {text !== undefined && <p className="-mt-2 text-soft">{text}</p>}
      {action}
    </div>
  );
};

/** The failed state: what happened, what to do, and a button to retry. */
export const ErrorState = ({
  title,
  text,
  onRetry,
  busy = false,
  action,
  art,
  wholePage = false,
}: {
  /** Whether the state fills the page; its title is then the page's h1. */
  wholePage?: boolean;
  title: ReactNode;
  text?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
  action?: ReactNode;
  art?: ReactNode;
}) => {
  const Title = wholePage ? "h1" : "p";
  return (
    <div role="alert" className="mx-auto grid max-w-md justify-items-center gap-4 px-4 py-10 text-center">
      {art}
      <Title className="title text-2xl">{title}</Title>
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
};
