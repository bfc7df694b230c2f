import * as Radix from "@radix-ui/react-alert-dialog";
import { type ReactNode, useState } from "react";
import { oneLine } from "#contract/plain-text.ts";
import { Button } from "./button.tsx";
import { type DialogState, dialogSheet, dialogVeil } from "./dialog.tsx";
import { useEscape } from "./escape.ts";
import { InputField } from "./input-field.tsx";
import { useReturnFocus } from "./return-focus.ts";
import { cx } from "./class-names.ts";

/**
 * Asks before an action that cannot be undone. `onConfirm` runs while the dialog is open and busy. If it
 * resolves, the dialog closes; if it rejects, the dialog stays and shows the error's message.
 * `mustType` is a text to type first, for the most harmful actions.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  action,
  busyLabel,
  mustType,
  look = "danger",
  onConfirm,
}: DialogState & {
  title: ReactNode;
  text: ReactNode;
  action: string;
  busyLabel: string;
  mustType?: string;
  look?: "danger" | "primary";
  onConfirm: (typed: string) => Promise<unknown>;
}) {
  const returnFocus = useReturnFocus();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  useEscape(open, () => !busy && onOpenChange(false));

  const confirm = async () => {
    setBusy(true);
    setProblem("");
    try {
      await onConfirm(typed);
      onOpenChange(false);
      setTyped("");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Radix.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className={dialogVeil} />
        <Radix.Content {...returnFocus} className={cx(dialogSheet, "gap-4 overflow-y-auto p-6 sm:max-w-md")}>
          <Radix.Title className="title text-2xl">{title}</Radix.Title>
          <Radix.Description className="text-soft">{text}</Radix.Description>
          {mustType !== undefined && (
            <InputField
              label={`Type “${mustType}” to confirm`}
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <p role="alert" className="font-semibold text-alarm empty:hidden">
            {problem}
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <Radix.Cancel asChild>
              <Button disabled={busy}>Cancel</Button>
            </Radix.Cancel>
            <Button
              look={look}
              busy={busy && busyLabel}
              disabled={mustType !== undefined && oneLine(typed) !== oneLine(mustType)}
              onClick={() => void confirm()}
            >
              {action}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
