import type { Message } from "../processes/task.ts";

/**
 * Draws the pictures that a painter's process is sent, with a function for the tasks of its painter. The process has no access to the
 * database or to files of people, and ends with its parent.
 */
export function answerTasks(draw: (task: never) => Promise<Buffer>): void {
  process.on("disconnect", () => process.kill(0, "SIGKILL"));
  process.on("message", ({ id, task }: { id: number; task: never }) => {
    const answer = (message: Message<string>) => process.send?.(message);
    draw(task).then(
      (bytes) => answer({ id, answer: bytes.toString("base64") }),
      (error: unknown) =>
        answer({ id, fault: "failed", message: error instanceof Error ? error.message : String(error) }),
    );
  });
}
