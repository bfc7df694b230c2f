import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { toast } from "./toast.ts";

/** Says that code which a press asked for did not load. */
export const tellNotLoaded = (): void =>
  toast({ title: "That did not load", text: "Check your connection and try again.", look: "danger" });

interface Opens {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Handlers for a button that load its dialog on hover or focus. */
export interface PreloadHint {
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
}

/** A dialog that needs no other props, as `onDemand` returns it. */
export interface OnDemand {
  (props: Opens): ReactNode;
  readonly hint: PreloadHint;
}

/**
 * A dialog whose code loads on demand. Render it always; it loads at the first opening. Spread
 * `.hint` on the button that opens it, so that it loads on hover or focus. If loading fails
 * (no reception), a toast says so, the dialog counts as closed, and the next press retries.
 */
export function onDemand<P extends Opens>(load: () => Promise<ComponentType<P>>) {
  let arrived: ComponentType<P> | undefined;
  let arriving: Promise<ComponentType<P>> | undefined;
  const arrive = () =>
    (arriving ??= load().then(
      (part) => (arrived = part),
      (error: unknown) => {
        arriving = undefined;
        throw error;
      },
    ));

  function OnDemand(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | undefined>(() => arrived);
    const { open, onOpenChange } = props;
    useEffect(() => {
      if (!open || Part) return undefined;
      let wanted = true;
      arrive().then(
        (part) => wanted && setPart(() => part),
        () => {
          if (!wanted) return;
          tellNotLoaded();
          onOpenChange(false);
        },
      );
      return () => {
        wanted = false;
      };
    }, [open, Part, onOpenChange]);
    return Part ? <Part {...props} /> : null;
  }

  const preload = () => void arrive().catch(() => undefined);
  const hint: PreloadHint = { onPointerEnter: preload, onFocus: preload };
  OnDemand.hint = hint;
  return OnDemand;
}
