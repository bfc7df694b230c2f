/** A script in the document keeps the last press, or arrow key, before the code of a drawn page runs. */
declare const early: { readonly keep: (event: Event) => void; last?: Event };

const types = ["click", "keydown"] as const;

/** From its start, React hears a press, or stops it because it cannot hear it yet. One that comes through needs no second press. */
const forgetHeard = (event: Event) => {
  if (early.last === event) delete early.last;
};

/** Call it before React begins to hear presses. */
export const watchPresses = (): void => {
  for (const type of types) addEventListener(type, forgetHeard);
};

/** Repeats the kept press. Call it once the page hears presses. */
export function pressAgain(): void {
  for (const type of types) {
    removeEventListener(type, early.keep, true);
    removeEventListener(type, forgetHeard);
  }
  const { last } = early;
  const button = (last?.target as Element | undefined)?.closest("button");
  if (last instanceof KeyboardEvent) {
    button?.dispatchEvent(new KeyboardEvent("keydown", last));
    return;
  }
  // Tabs hear the first event, everything else the second.
  button?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  button?.click();
}
