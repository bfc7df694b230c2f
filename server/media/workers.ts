import path from "node:path";
import { fileURLToPath } from "node:url";
import { blobEnvironment, blobFolders } from "../platform/blobs/open-blobs.ts";
import type { Config } from "../platform/config/config.ts";
import { Problem } from "../platform/http/problem.ts";
import type { Found, Inspect, Refused } from "./inspect/inspect.ts";
import { memoryOf } from "./photos/limits.ts";
import { type Child, openChild } from "./processes/child.ts";
import { TaskFault } from "./processes/task.ts";
import { processMemory } from "../platform/throttle/process-memory.ts";
import { type Throttle, openThrottle } from "../platform/throttle/throttle.ts";
import type { Sandbox } from "./processes/sandbox.ts";
import type { PlaybackTask, PlaybackResult, Tools } from "./renditions/playback-version.ts";
import { maxPlaybackBytes } from "./renditions/ffmpeg.ts";
import type { RenderTask, Rendered } from "./renditions/render.ts";
import type { Render } from "./renditions/rendition-jobs.ts";

const worker = fileURLToPath(new URL("worker.ts", import.meta.url));
const idleMs = 15_000;
const heavyIdleMs = 2000;
/** The largest files take two seconds of a processor. The clock counts only a disk that does not answer. */
const inspectCpuMs = 10_000;
const inspectMs = 60_000;

/** The processes that read uploaded files. Each starts with its first task and ends when it is idle. */
export interface Workers {
  /**
   * Resolves with what a file is, or why it is refused. People take turns. Rejects with a `Problem` (429) for a person whose files
   * repeatedly ended the process or used up its time.
   */
  readonly inspect: Inspect;
  /** Starts the process that inspects photos, before the bytes of an upload arrive. */
  warm(): void;
  readonly render: Render;
  readonly play: Child<PlaybackTask, PlaybackResult>["run"];
  /** Ends all processes. The next start of the server repeats their unfinished tasks. */
  stop(): Promise<unknown>;
}

export function openWorkers(
  config: Config,
  log: (line: string) => void,
  sandbox?: Sandbox,
  maxCpuMs = inspectCpuMs,
): Workers {
  const scratch = path.join(config.dataDir, "films");
  const tools: Tools = { ffmpeg: config.ffmpeg, scratch };
  const env = blobEnvironment(config);
  const { arriving, all: folders } = blobFolders(config);
  const hidden = [config.dataDir];
  // `FFMPEG` may name a program in a folder that these processes would not see.
  const programs = config.ffmpeg && path.isAbsolute(config.ffmpeg) ? [path.dirname(config.ffmpeg)] : [];
  const mayConnect = config.s3 !== null;
  const openInspector = (): Child<{ path: string }, Found | Refused> =>
    openChild({
      module: worker,
      args: ["inspect"],
      permissions: { hidden, read: arriving, write: [] },
      sandbox,
      atOnce: 1,
      // A slow file of one person leaves the other process to everybody else.
      processes: 2,
      idleMs,
      memoryBytes: memoryOf.inspect,
      maxFileBytes: 0,
      log,
    });
  // An original that comes from a bucket is a file of theirs too.
  const maxFileBytes = Math.max(maxPlaybackBytes, config.maxVideoBytes, config.maxImageBytes);
  const openRenderer = (atOnce: number, idle: number, memoryBytes: number): Child<RenderTask, Rendered> =>
    openChild({
      module: worker,
      args: ["render", JSON.stringify(tools)],
      env,
      permissions: {
        hidden,
        read: [...folders, ...programs],
        write: folders,
        mayConnect,
        mayLoadAddons: true,
        mayStartPrograms: config.ffmpeg !== null,
      },
      sandbox,
      hasNetwork: mayConnect,
      atOnce,
      idleMs: idle,
      memoryBytes,
      maxFileBytes,
      log,
    });

  const inspector = openInspector();
  // A large video takes seconds to read, so photos have processes of their own.
  const videoInspector = openInspector();
  const renderer = openRenderer(6, idleMs, memoryOf.render);
  // HEIC decoding never returns its memory, so this process ends soon.
  const heavyRenderer = openRenderer(1, heavyIdleMs, memoryOf.renderHeavy);
  const player: Child<PlaybackTask, PlaybackResult> = openChild({
    module: worker,
    args: ["play", JSON.stringify(tools)],
    env,
    permissions: {
      hidden,
      read: [...folders, scratch, ...programs],
      write: [...folders, scratch],
      mayConnect,
      mayStartPrograms: config.ffmpeg !== null,
    },
    sandbox,
    hasNetwork: mayConnect,
    atOnce: 1,
    // One for short videos and one for long ones.
    processes: 2,
    idleMs: heavyIdleMs,
    memoryBytes: memoryOf.play,
    maxFileBytes,
    log,
  });
  const all = [inspector, videoInspector, renderer, heavyRenderer, player];
  const costly = openThrottle(processMemory(), config.rateLimits);
  return {
    async inspect(file, { isVideo, person }) {
      await refuseCostly(costly, person);
      const options = { deadlineMs: inspectMs, maxCpuMs, person };
      return (isVideo ? videoInspector : inspector).run({ path: file }, options).catch(async (error: unknown) => {
        const refused = refuseIfCostly(error);
        await costly.tryCount(person, costlyFiles);
        return refused;
      });
    },
    warm: inspector.warm,
    render: (task, options) => (task.isHeavy ? heavyRenderer : renderer).run(task, options),
    play: player.run,
    stop: () => Promise.all(all.map((child) => child.stop(2000))),
  };
}

/** Three files at once that end a process or use up its time, and then one in 200 seconds. Each server counts for its own processes. */
const costlyFiles = { atOnce: 3, everySeconds: 200 };

/** Refuses (429) a person with too many costly files. A file that is just broken costs nothing and does not count. */
async function refuseCostly(costly: Throttle, person: string): Promise<void> {
  const retryAfter = await costly.findWait(person, costlyFiles);
  if (retryAfter === null) return;
  throw new Problem("too_many_requests", "uploads_too_many_unreadable", { retryAfter });
}

/** Refuses a file that took too long, or that killed the process twice, the second time in a process of its own. */
function refuseIfCostly(error: unknown): Refused {
  if (error instanceof TaskFault && error.kind === "unavailable")
    throw new Problem("unavailable", "files_unreadable_now");
  if (!(error instanceof TaskFault) || (error.kind !== "died" && error.kind !== "overdue")) throw error;
  return { code: "broken_file", key: error.kind === "died" ? "file_damaged" : "file_takes_too_long" };
}
