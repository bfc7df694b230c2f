import process from "node:process";

/**
 * Says what a step does while `work` runs. On a terminal the line also says how far it is: `measure` returns a number from 0 to 1. In a log
 * it is one line at the beginning.
 */
export async function saying(words, measure, work) {
  const { stdout } = process;
  if (!stdout.isTTY) {
    console.log(`${words} …`);
    return work();
  }
  const write = (how) => stdout.write(`\r\u001B[K${words} … ${how}`);
  const show = () => write(`${Math.floor(measure() * 100)} %`);
  // A failed step ends the process; its message begins on a line of its own.
  const endLine = () => stdout.write("\n");
  process.once("exit", endLine);
  show();
  const timer = setInterval(show, 500);
  try {
    const result = await work();
    write("done");
    return result;
  } finally {
    clearInterval(timer);
    process.off("exit", endLine);
    endLine();
  }
}
