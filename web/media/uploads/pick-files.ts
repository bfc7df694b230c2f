let input: HTMLInputElement | undefined;

/**
 * Opens the system's file picker for many files of the types in `accept`, and passes those that a person chooses to `onPick`.
 *
 * The input belongs to no component: the button that opened the picker may go meanwhile, as when a friend's first photo arrives, and the
 * choice must not go with it.
 */
export function pickFiles(accept: string, onPick: (files: readonly File[]) => void): void {
  input?.remove();
  const picker = document.createElement("input");
  Object.assign(picker, { type: "file", multiple: true, hidden: true, accept });
  picker.addEventListener("change", () => {
    picker.remove();
    onPick([...(picker.files ?? [])]);
  });
  // Safari tells nothing to an input outside of the document.
  document.body.append(picker);
  input = picker;
  picker.click();
}
