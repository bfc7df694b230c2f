import { Images } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import type { Step } from "./use-picking.ts";

/** The button that opens the picker, and the wait while it is open. */
export function Start({
  step,
  isChecking,
  onChoose,
  onCancel,
  children,
}: {
  step: Step;
  /** The page does not know yet whether the account is connected. */
  isChecking: boolean;
  onChoose: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const isPicking = step.kind === "picking" || step.kind === "reading";
  return (
    <div className="grid gap-4">
      <div className="grid justify-items-center gap-3 rounded-card border-2 border-dashed border-field-line px-4 py-8 text-center">
        <output className={isPicking ? "font-semibold" : "sr-only"}>{wordsFor(step.kind, isChecking)}</output>
        {isPicking ? (
          <>
            {step.kind === "picking" && (
              <p className="text-soft">
                It is open in a window of its own. When you are done there, you come back here.
              </p>
            )}
            <Button onClick={onCancel}>Cancel</Button>
          </>
        ) : (
          <Button
            look="primary"
            icon={<Images aria-hidden="true" size={20} />}
            busy={isChecking && "Checking..."}
            onClick={onChoose}
          >
            Choose Photos
          </Button>
        )}
        <p role="alert" className="font-semibold text-alarm empty:hidden">
          {step.kind === "ready" && step.problem}
        </p>
      </div>
      {children}
    </div>
  );
}

function wordsFor(kind: Step["kind"], isChecking: boolean): string {
  if (kind === "picking") return "Pick your photos in Google Photos";
  if (kind === "reading") return "Fetching your selection...";
  return isChecking ? "Checking..." : "";
}
