const everyMs = 1000;

/**
 * Runs `work` with a function that shows how far it is: each step on a line of the terminal, which ends with the work. Elsewhere, as in
 * cron, it shows nothing.
 */
export async function withProgress<T>(work: (say: (text: string) => void) => Promise<T>): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY) return work(() => {});
  let [shown, at] = ["", 0];
  try {
    return await work((text) => {
      const isNewStep = text.split(":")[0] !== shown.split(":")[0];
      if (!isNewStep && performance.now() - at < everyMs) return;
      stderr.write(`${isNewStep && shown !== "" ? "\n" : "\r"}${text}\u001B[K`);
      [shown, at] = [text, performance.now()];
    });
  } finally {
    if (shown !== "") stderr.write("\n");
  }
}
