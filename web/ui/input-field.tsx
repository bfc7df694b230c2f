import type { ComponentProps } from "react";
import { Field, type Framed, controlLook } from "./field.tsx";

/** A one-line text input. Set `type`, `autoComplete` and `inputMode` so that phones show the right keyboard. */
export function InputField({ label, hint, error, className, ...input }: Framed<ComponentProps<"input">>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ids) => <input {...input} {...ids} className={controlLook} />}
    </Field>
  );
}
