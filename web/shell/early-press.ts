/** What the script in index.html keeps: the last press, or arrow key, on a drawn page. It sees a press before React can stop it. */
export interface Early {
  readonly keep: (event: Event) => void;
  last?: Event;
}
declare const early: Early;

const types = ["click", "keydown"] as const;

/** React stops a press that it cannot hear yet. A press that reaches the window was heard, and must not be repeated. */
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
