// Decision 080: why the server draws pictures in a process of its own.
import { fileURLToPath } from "node:url";
import { Problem } from "../../platform/http/problem.ts";
import { openChild } from "../processes/child.ts";
import type { Sandbox } from "../processes/sandbox.ts";

/** As the processes that render photos: what sharp takes for a picture of this size, and the programs in WebAssembly. */
const memoryBytes = 1024 * 1024 * 1024;
/** A picture takes half a second; the clock counts a machine that has much else to do. */
const deadlineMs = 30_000;
const idleMs = 15_000;

/** Draws pictures in a process that starts with the first one and ends when it is idle. */
export interface Painter<Task> {
  /** Resolves with the file. Who asks waits for their own pictures, one at a time; they take turns. */
  draw(task: Task, who: string): Promise<Buffer>;
  /** Ends the process. */
  stop(): Promise<void>;
}

export interface PainterParts {
  /** A folder that the process cannot see. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  readonly sandbox: Sandbox;
}

/** `worker` is the module of the process, and `name` what logs call it. */
export function openPainter<Task>(worker: URL, name: string, { dataDir, log, sandbox }: PainterParts): Painter<Task> {
  const child = openChild<Task, string>({
    module: fileURLToPath(worker),
    args: [name],
    permissions: { hidden: [dataDir], read: [], write: [], mayLoadAddons: true },
    sandbox,
    atOnce: 1,
    idleMs,
    memoryBytes,
    log,
  });
  return {
    async draw(task, who) {
      const bytes = await child.run(task, { deadlineMs, person: who }).catch((error: unknown) => {
        log(`A picture could not be drawn: ${error instanceof Error ? error.message : String(error)}`);
        throw new Problem("unavailable", "picture_not_drawn");
      });
      return Buffer.from(bytes, "base64");
    },
    stop: () => child.stop(2000),
  };
}
