import { type ReactNode, useId } from "react";
import { cx } from "./class-names.ts";

/** The props that link a control to its label, hint and error. */
export interface FieldIds {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

export interface FieldFrame {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string;
}

/** The props of a control with its label, hint and error message. */
export type Framed<Props> = Omit<Props, "className" | "id"> & FieldFrame;

/** A control with its label, hint and error message. */
export function Field({
  label,
  hint,
  error,
  aside,
  className,
  children,
}: FieldFrame & { aside?: ReactNode; children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={cx("grid gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-bold">
        {label}
      </label>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(error && { "aria-invalid": true }),
      })}
      {(hint || aside) && (
        <div className="flex justify-between gap-3 text-sm text-soft">
          <span id={`${id}-hint`}>{hint}</span>
          {aside}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-alarm">
          {error}
        </p>
      )}
    </div>
  );
}

/** The classes of all text-like controls. */
export const controlLook =
  "w-full min-h-12 rounded-tile border-2 border-field-line bg-card px-3.5 py-2.5 text-base text-main " +
  "hover:border-edge aria-invalid:border-alarm disabled:cursor-not-allowed disabled:opacity-60";
