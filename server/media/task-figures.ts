import type { Metrics } from "../platform/metrics/metrics.ts";
import { TaskFault } from "./processes/task.ts";
import type { Workers } from "./workers.ts";

/** The same processes, which also tell how their work ends and how long it takes, waiting included. */
export function withFigures(workers: Workers, metrics: Metrics): Workers {
  const count = metrics.counter(
    "media_tasks_total",
    "Files that media processes inspected, rendered or transcoded, by how it ended",
    ["work", "outcome"],
  );
  const time = metrics.timer("media_task_seconds", "How long this took, with the wait for a process", ["work"]);
  const told = async <T>(
    work: string,
    run: Promise<T>,
    outcomeOf: (result: T) => string = () => "done",
  ): Promise<T> => {
    const began = performance.now();
    try {
      const result = await run;
      count({ work, outcome: outcomeOf(result) });
      return result;
    } catch (error) {
      count({ work, outcome: error instanceof TaskFault ? error.kind : "failed" });
      throw error;
    } finally {
      time({ work }, (performance.now() - began) / 1000);
    }
  };
  return {
    ...workers,
    inspect: (file, how) =>
      told("inspect", workers.inspect(file, how), (result) => ("code" in result ? "refused" : "done")),
    render: (task, options) => told(task.isHeavy ? "render-heavy" : "render", workers.render(task, options)),
    play: (task, options) => told("play", workers.play(task, options)),
  };
}
