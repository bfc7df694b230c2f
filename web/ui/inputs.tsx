import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "./class-names.ts";
import { Field, type Framed, controlLook } from "./field.tsx";
import { InputField } from "./input-field.tsx";

/** A date input. Its value, `min` and `max` have the form `yyyy-mm-dd`. */
export const DateField = (props: Framed<ComponentProps<"input">>) => <InputField {...props} type="date" />;

/** A text area. With `maxLength` it accepts no longer text, and shows "12/500 characters". */
export function TextareaField({
  label,
  hint,
  error,
  className,
  maxLength,
  ref,
  rows = 4,
  ...textarea
}: Framed<ComponentProps<"textarea">>) {
  const box = useRef<HTMLTextAreaElement | null>(null);
  const [length, setLength] = useState(0);
  // react-hook-form sets the value without React, so the effect reads the length from the element after each render.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- setting the same length again causes no render
  useEffect(() => setLength(box.current?.value.length ?? 0));
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      className={className}
      aside={
        maxLength && (
          <span className="steady">
            {length}/{maxLength} characters
          </span>
        )
      }
    >
      {(ids) => (
        <textarea
          dir="auto"
          {...textarea}
          {...ids}
          maxLength={maxLength}
          rows={rows}
          ref={(element) => {
            box.current = element;
            if (typeof ref === "function") return ref(element);
            if (ref) ref.current = element;
          }}
          onInput={(event) => setLength(event.currentTarget.value.length)}
          className={cx(controlLook, "resize-y")}
        />
      )}
    </Field>
  );
}

/** The browser's select. Its children are `<option>`s. */
export function SelectField({ label, hint, error, className, children, ...select }: Framed<ComponentProps<"select">>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ids) => (
        <select {...select} {...ids} className={controlLook}>
          {children}
        </select>
      )}
    </Field>
  );
}

/** A checkbox with its label and an optional explanation. */
export function CheckboxField({
  label,
  hint,
  className,
  ...input
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className={cx("flex min-h-11 items-start gap-3 py-2", className)}>
      <input
        {...input}
        type="checkbox"
        className="mt-0.5 size-6 shrink-0 accent-(--action) disabled:cursor-not-allowed"
      />
      <span className="grid">
        <span className="font-semibold">{label}</span>
        {hint && <span className="text-sm text-soft">{hint}</span>}
      </span>
    </label>
  );
}
