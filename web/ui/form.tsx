// Written by hand because react-hook-form renders nothing: it keeps the values, and this adds the server's messages and the buttons.
import { type ComponentProps, type ReactNode, createContext, useContext, useEffect } from "react";
import { type DefaultValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { type Fields, resolverOf } from "./schema-resolver.ts";
import { findTyped, useTyped } from "./typed.ts";

/** An error with `issues` of fields, as the server sends it. */
interface Refusal {
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}
const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && "issues" in error && Array.isArray(error.issues);

/** The state of a form, and the props of its fields. */
export interface SchemaForm<S extends Fields> {
  /** Props for a field: `<InputField label="Email" {...form.bind("email")} />`. */
  readonly bind: (
    name: Path<z.input<S>>,
  ) => ReturnType<UseFormReturn<z.input<S>>["register"]> & { error: string | undefined };
  readonly submit: (event?: React.SyntheticEvent) => void;
  readonly busy: boolean;
  /** The message of an error that belongs to no field. */
  readonly problem: string | undefined;
  /** The methods of react-hook-form, such as watch, setValue and reset. */
  readonly fields: UseFormReturn<z.input<S>, unknown, z.output<S>>;
}

/**
 * Validates with a schema of the contract, calls `send`, and shows the server's `issues` at their fields.
 * If `send` rejects, `onProblem` receives the error, for a toast. What was typed is there again after a login, by `name`; a form that asks for
 * a password or a code has none.
 */
export function useSchemaForm<S extends Fields>(
  schema: S,
  {
    name: formName,
    defaultValues,
    send,
    onProblem,
  }: {
    /** Tells this form from all others of the product, with the id of what it edits. */
    name?: string;
    defaultValues: DefaultValues<z.input<S>>;
    send: (values: z.output<S>) => Promise<unknown>;
    onProblem?: (error: unknown) => void;
  },
): SchemaForm<S> {
  const fields = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: resolverOf(schema),
    defaultValues,
  });
  const { errors, isSubmitting } = fields.formState;

  useTyped(formName, () => {
    const values = fields.getValues();
    return JSON.stringify(values) === JSON.stringify(fields.formState.defaultValues) ? undefined : values;
  });
  const { reset } = fields;
  useEffect(() => {
    const typed = formName === undefined ? undefined : findTyped(formName);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this form kept them
    if (typed) reset(typed as z.input<S>, { keepDefaultValues: true });
  }, [formName, reset]);

  const place = (error: unknown) => {
    const issues = isRefusal(error) ? error.issues : [];
    const known = issues.filter(({ path }) => path in fields.getValues());
    for (const { path, message } of known)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `known` holds only fields of this form
      fields.setError(path as Path<z.input<S>>, { message }, { shouldFocus: true });
    if (known.length === 0)
      fields.setError("root", { message: error instanceof Error ? error.message : String(error) });
    onProblem?.(error);
  };

  return {
    bind: (name) => {
      const { ref, ...field } = fields.register(name);
      return {
        ...field,
        // react-hook-form empties each field when it registers it. In a page that the server drew, a person may have typed before.
        ref: (input: HTMLInputElement | null) => {
          const typed = input && /^(text|email|password)$/.test(input.type) ? input.value : "";
          ref(input);
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the text of this field
          if (typed !== "" && input?.value === "") fields.setValue(name, typed as never);
        },
        error: fields.getFieldState(name, fields.formState).error?.message,
      };
    },
    submit: (event) => void fields.handleSubmit((values) => send(values).then(() => undefined, place))(event),
    busy: isSubmitting,
    problem: errors.root?.message,
    fields,
  };
}

/** Whether the form around a submit button is being sent. */
const FormBusy = createContext(false);

/** The form element of a `useSchemaForm`. An error without a field shows above the buttons, which stay in sight in a dialog. */
export function Form<S extends Fields>({
  form,
  actions,
  onCancel,
  children,
  className,
  ...rest
}: Omit<ComponentProps<"form">, "onSubmit"> & {
  form: SchemaForm<S>;
  actions: ReactNode;
  /** Adds a Cancel button, which calls this. */
  onCancel?: () => void;
}) {
  return (
    // Before the code of a drawn page runs, a form would send passwords in the address. By the method "dialog" it sends nothing.
    <form
      {...rest}
      method="dialog"
      noValidate
      onSubmit={form.submit}
      className={cx("grid grid-cols-1 gap-4", className)}
    >
      {children}
      <div className="form-foot grid gap-3">
        <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
          {form.problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          {onCancel && (
            <Button onClick={onCancel} disabled={form.busy}>
              Cancel
            </Button>
          )}
          <FormBusy value={form.busy}>{actions}</FormBusy>
        </div>
      </div>
    </form>
  );
}

/** Submits the `Form` around it, and shows `busyLabel` until the answer. */
export const SubmitButton = ({
  busyLabel,
  look = "primary",
  ...rest
}: ComponentProps<typeof Button> & { busyLabel: string }) => (
  <Button {...rest} look={look} type="submit" busy={useContext(FormBusy) && busyLabel} />
);
