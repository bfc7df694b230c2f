import { writeFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import os from "node:os";
import type { BlobPlace } from "../blobs/open-blobs.ts";
import type { Message } from "./child.ts";

/*
 * The process that touches strangers' files: `worker.ts inspect`, or `worker.ts render {where the blobs are}`. It knows no
 * database and holds no secret. It ends with the process that started it, whatever it is doing.
 */
const [role, place] = process.argv.slice(2);

process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Somebody waits for the answer of an inspection; renditions can wait.
if (role === "render") giveWay();
enableCompileCache();
const work = await load();

process.on("message", ({ id, task }: { id: number; task: never }) => {
  const answer = (message: Message<unknown>) => process.send?.(message);
  work(task).then(
    (result) => answer({ id, answer: result }),
    (error: unknown) => {
      const fault = error instanceof Error && "fault" in error ? String(error.fault) : "failed";
      answer({ id, fault, message: error instanceof Error ? error.message : String(error) });
    },
  );
});

async function load(): Promise<(task: never) => Promise<unknown>> {
  if (role === "inspect") {
    const { inspect } = await import("./inspect/inspect.ts");
    return async ({ path }: { path: string }) => inspect(path);
  }
  const [{ render, slots }, { openBlobs }] = await Promise.all([
    import("./render.ts"),
    import("../blobs/open-blobs.ts"),
  ]);
  const blobs = openBlobs(JSON.parse(place!) as BlobPlace);
  const pixels = slots(2);
  return (task) => render(blobs, pixels, task);
}

/**
 * Yields the processor to whoever answers requests. Linux may share it out by session first; ours would then count as much as the
 * server's, so it is told to take a tenth while others want it. Less would starve it on a busy machine.
 */
function giveWay() {
  os.setPriority(19);
  try {
    writeFileSync("/proc/self/autogroup", "10");
  } catch {
    // Not shared out by session here.
  }
}
