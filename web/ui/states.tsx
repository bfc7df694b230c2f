import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";

interface State {
  /** Whether the state fills the page; its title is then the page's h1. */
  readonly wholePage?: boolean;
  readonly art?: ReactNode;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}

/** The empty state: a drawing, a sentence, one action. */
export const EmptyState = ({
  art,
  title,
  text,
  action,
  className,
  wholePage = false,
  role,
}: State & { role?: "alert" }) => {
  const Title = wholePage ? "h1" : "p";
  return (
    <div
      role={role}
      className={cx("mx-auto grid max-w-md justify-items-center gap-4 px-4 py-10 text-center", className)}
    >
      {art}
      <Title className="title text-2xl">{title}</Title>
      {text !== undefined && <p className="-mt-2 text-soft">{text}</p>}
      {action}
    </div>
  );
};

/** The failed state: what happened, what to do, and a button to retry. */
export const ErrorState = ({
  onRetry,
  busy = false,
  action,
  ...rest
}: Omit<State, "className"> & { onRetry?: () => void; busy?: boolean }) => (
  <EmptyState
    {...rest}
    role="alert"
    action={
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button onClick={onRetry} busy={busy && "Trying again..."}>
            Try Again
          </Button>
        )}
        {action}
      </div>
    }
  />
);
