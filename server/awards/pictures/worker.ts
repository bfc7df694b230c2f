import type { Message } from "../../media/processes/task.ts";
import { draw } from "./draw.ts";
import type { Picture } from "./layout.ts";

/* The process that draws pictures to share. It has no access to the database or to files of people. It ends with its parent. */

process.on("disconnect", () => process.kill(0, "SIGKILL"));

process.on("message", ({ id, task }: { id: number; task: Picture }) => {
  const answer = (message: Message<string>) => process.send?.(message);
  draw(task).then(
    (png) => answer({ id, answer: png.toString("base64") }),
    (error: unknown) =>
      answer({ id, fault: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});
