import { fileURLToPath } from "node:url";
import { blobEnvironment } from "../platform/blobs/open-blobs.ts";
import type { Config } from "../platform/config/config.ts";
import type { Found, Refused } from "./inspect/inspect.ts";
import { memoryOf } from "./photos/limits.ts";
import { type Child, TaskFault, openChild } from "./processes/child.ts";
import type { PlaybackTask, PlaybackResult } from "./renditions/playback-version.ts";
import type { RenderTask, Rendered } from "./renditions/render.ts";
import type { Render } from "./renditions/rendition-jobs.ts";
import type { Tools } from "./worker.ts";

const worker = fileURLToPath(new URL("worker.ts", import.meta.url));
const idleMs = 15_000;
const heavyIdleMs = 2000;
const inspectMs = 60_000;

/** The processes that read uploaded files. Each starts with its first task and ends when it is idle. */
export interface Workers {
  /** Resolves with what the file at `path` is, or why it is refused. */
  inspect(path: string, isVideo: boolean): Promise<Found | Refused>;
  /** Starts the process that inspects photos, before the bytes of an upload arrive. */
  warm(): void;
  readonly render: Render;
  readonly play: Child<PlaybackTask, PlaybackResult>["run"];
  /** Ends all processes. The next start of the server repeats their unfinished tasks. */
  stop(): Promise<unknown>;
}

export function openWorkers(config: Config): Workers {
  const tools: Tools = { ffmpeg: config.ffmpeg };
  const env = blobEnvironment(config);
  const openInspector = (): Child<{ path: string }, Found | Refused> =>
    openChild({ module: worker, args: ["inspect"], atOnce: 2, idleMs, memoryBytes: memoryOf.inspect });
  const openRenderer = (atOnce: number, idle: number, memoryBytes: number): Child<RenderTask, Rendered> =>
    openChild({ module: worker, args: ["render", JSON.stringify(tools)], env, atOnce, idleMs: idle, memoryBytes });

  const inspector = openInspector();
  // A large video takes seconds to read, so photos have a process of their own.
  const videoInspector = openInspector();
  const renderer = openRenderer(6, idleMs, memoryOf.render);
  // HEIC decoding never returns its memory, so this process ends soon.
  const heavyRenderer = openRenderer(1, heavyIdleMs, memoryOf.renderHeavy);
  const player: Child<PlaybackTask, PlaybackResult> = openChild({
    module: worker,
    args: ["play", JSON.stringify(tools)],
    env,
    atOnce: 1,
    idleMs: heavyIdleMs,
    memoryBytes: memoryOf.play,
  });
  const all = [inspector, videoInspector, renderer, heavyRenderer, player];
  return {
    inspect: (path, isVideo) =>
      (isVideo ? videoInspector : inspector).run({ path }, { deadlineMs: inspectMs }).catch(refuseIfDeadly),
    warm: inspector.warm,
    render: (task, options) => (task.source === "picture" ? renderer : heavyRenderer).run(task, options),
    play: player.run,
    stop: () => Promise.all(all.map((child) => child.stop(2000))),
  };
}

/** Refuses a file that killed the process twice, the second time with no other task running. */
function refuseIfDeadly(error: unknown): Refused {
  if (!(error instanceof TaskFault) || error.kind !== "died") throw error;
  return {
    code: "broken_file",
    sentence: "This file is damaged or incomplete. Please choose the original file again.",
  };
}
