import { type ComponentProps, useState } from "react";
import { cx } from "../../ui/class-names.ts";
import { Field, type FieldFrame, controlLook } from "../../ui/field.tsx";

/** A password input with a button that shows or hides the text. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  ...input
}: FieldFrame &
  Omit<ComponentProps<"input">, "className" | "id" | "type"> & {
    autoComplete: "current-password" | "new-password";
  }) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ids) => (
        <span className="relative block">
          <input
            {...input}
            {...ids}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={cx(controlLook, "pr-18 [&::-ms-reveal]:hidden")}
          />
          <button
            type="button"
            disabled={input.disabled}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 min-w-16 rounded-[calc(var(--radius-tile)-2px)] text-sm font-bold text-soft hover:bg-tint hover:text-main"
          >
            {shown ? "Hide" : "Show"}
            <span className="sr-only"> password</span>
          </button>
        </span>
      )}
    </Field>
  );
}
