import { writeFileSync } from "node:fs";
import os from "node:os";
import type { Message } from "./processes/task.ts";
import type { Tools } from "./renditions/playback-version.ts";

/*
 * The process that reads untrusted files: `worker.ts inspect`, or `worker.ts render|play {tools}`, whose environment says where the
 * blobs are. It has no database access, and the role `inspect` has no secrets. Node's permission model lets it read and write only what
 * its role needs. It has no cache of compiled code: a process that reads strangers' files must not write code that the next one runs.
 * When its parent exits, it kills itself and every process that it started.
 */
const [role, tools] = process.argv.slice(2);

// 0 is its process group, also inside bubblewrap, where that has no number. The server made the group for it alone.
process.on("disconnect", () => process.kill(0, "SIGKILL"));
// A person waits for an inspection; renditions can wait.
if (role !== "inspect") lowerPriority();
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
    return ({ path }: { path: string }) => inspect(path);
  }
  const given = JSON.parse(tools!) as Tools;
  const { openBlobs, readBlobEnvironment } = await import("../platform/blobs/open-blobs.ts");
  const blobs = openBlobs(readBlobEnvironment());
  if (role === "play") {
    const { makePlaybackVersion, openScratch } = await import("./renditions/playback-version.ts");
    await openScratch(given.scratch, Date.now());
    return (task) => makePlaybackVersion(blobs, given, task);
  }
  const { render } = await import("./renditions/render.ts");
  const { limitConcurrency } = await import("./processes/limit-concurrency.ts");
  const context = { blobs, pixels: limitConcurrency(2), ffmpeg: given.ffmpeg };
  return (task) => render(context, task);
}

/**
 * Lets the server go first. Where Linux groups processes by session (autogroup), niceness counts only inside a group, so the group of
 * this process is limited to a tenth of the processor while others want it. Less than that starves it on a busy machine.
 */
function lowerPriority() {
  os.setPriority(19);
  try {
    writeFileSync("/proc/self/autogroup", "10");
  } catch {
    // This system has no autogroups.
  }
}
