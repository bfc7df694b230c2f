const everyMs = 1000;

/** Returns a function that shows how far a command is, on one line of a terminal. Elsewhere, as in cron, it shows nothing. */
export function showProgress(): (text: string) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  let [shown, at] = ["", 0];
  process.once("exit", () => shown !== "" && stderr.write("\n"));
  return (text) => {
    const isNewStep = text.split(":")[0] !== shown.split(":")[0];
    if (!isNewStep && performance.now() - at < everyMs) return;
    stderr.write(`${isNewStep && shown !== "" ? "\n" : "\r"}${text}\u001B[K`);
    [shown, at] = [text, performance.now()];
  };
}
