import { writeFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import os from "node:os";
import type { Message } from "./processes/child.ts";

/** What a process that makes pictures or films is told on its command line. */
export interface Tools {
  readonly ffmpeg: string | null;
}

/*
 * The process that touches strangers' files: `worker.ts inspect`, or `worker.ts render|play {the programs}`, which is told by its
 * environment where the blobs are. It knows no database, and who inspects holds no secret. It ends with the process that started it, whatever it is doing, and so does what it
 * has started itself.
 */
const [role, tools] = process.argv.slice(2);

// It leads a process group of its own.
const group = process.platform === "win32" ? process.pid : -process.pid;
process.on("disconnect", () => process.kill(group, "SIGKILL"));
// Somebody waits for the answer of an inspection; renditions can wait.
if (role !== "inspect") giveWay();
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
    return ({ path }: { path: string }) => inspect(path);
  }
  const { ffmpeg } = JSON.parse(tools!) as Tools;
  const { openBlobs, toldPlace } = await import("../platform/blobs/open-blobs.ts");
  const blobs = openBlobs(toldPlace());
  if (role === "play") {
    const { makePlayable, sweep } = await import("./renditions/playable.ts");
    await sweep(Date.now());
    return (task) => makePlayable(blobs, ffmpeg, task);
  }
  const { render } = await import("./renditions/render.ts");
  const { slots } = await import("./processes/slots.ts");
  const workshop = { blobs, pixels: slots(2), ffmpeg };
  return (task) => render(workshop, task);
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
