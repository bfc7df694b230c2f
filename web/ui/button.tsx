import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names.ts";

export type ButtonLook = "primary" | "plain" | "quiet" | "bare" | "danger" | "win";
export type ButtonSize = "md" | "sm";

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: "edge pressable bg-action text-on-action",
  plain: "edge bg-card text-main hover:bg-tint",
  quiet: "border-2 border-transparent bg-tint text-main hover:border-line",
  bare: "border-2 border-transparent text-main hover:bg-tint",
  danger: "edge pressable bg-danger text-on-danger",
  win: "edge pressable bg-win text-on-win",
};

const sizes: Readonly<Record<ButtonSize, string>> = {
  md: "min-h-12 px-5 text-base",
  sm: "min-h-11 px-4 text-sm",
};

/** The classes of a button, for links and menu buttons that look like one. */
export const buttonLook = (look: ButtonLook = "plain", size: ButtonSize = "md"): string =>
  cx(
    "inline-flex items-center justify-center gap-2.5 rounded-full text-center leading-tight font-bold",
    "disabled:cursor-not-allowed disabled:opacity-60 disabled:shadow-none",
    looks[look],
    sizes[size],
  );

/**
 * A button. `primary`, `danger` and `win` are stickers: use at most one in a view.
 * While `busy` has a label, the button is disabled and shows it.
 */
export function Button({
  look = "plain",
  size = "md",
  busy = false,
  icon,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ComponentProps<"button"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  busy?: string | false;
  icon?: ReactNode;
}) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || busy !== false}
      aria-busy={busy === false ? undefined : true}
      className={cx(buttonLook(look, size), className)}
    >
      {busy === false ? icon : <Spinner />}
      {busy === false ? children : busy}
    </button>
  );
}

/** A round button that shows only an icon; `label` is its name and its tooltip. */
export function IconButton({
  label,
  look = "bare",
  className,
  children,
  type = "button",
  ...rest
}: ComponentProps<"button"> & { label: string; look?: ButtonLook }) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tip={label}
      className={cx(
        "inline-grid size-11 shrink-0 place-items-center rounded-full disabled:cursor-not-allowed disabled:opacity-60",
        looks[look],
        className,
      )}
    >
      {children}
    </button>
  );
}

/** A spinner in the size of the text. Put the reason for the wait in words beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-block size-[1.1em] animate-spin rounded-full border-[0.18em] border-current border-r-transparent",
        className,
      )}
    />
  );
}
