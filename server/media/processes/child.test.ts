import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Child, openChild } from "./child.ts";
import { TaskFault } from "./task.ts";
import type { ScriptedTask } from "../fixtures/scripted-worker.ts";

const module = path.join(import.meta.dirname, "../fixtures/scripted-worker.ts");
const megabyte = 1024 * 1024;
const options = { module, args: [], atOnce: 4, idleMs: 60_000, memoryBytes: 256 * megabyte };
const canIsolate = spawnSync("sh", ["-c", "unshare --net true || unshare --user --net true"]).status === 0;
const patient = { deadlineMs: 60_000 };

let child: Child<ScriptedTask, string>;
afterEach(() => child.stop(0));

const isAlive = (pid: number) => existsSync(`/proc/${pid}`) || canSignal(pid);
function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
const word = (answer: string) => answer.split(" ")[0];

describe("the media process", () => {
  test("starts with the first task, runs several at once, and ends when idle", async () => {
    child = openChild<ScriptedTask, string>({ ...options, idleMs: 300 });
    expect(child.pid).toBeUndefined();
    const answers = await Promise.all(
      ["one", "two", "three"].map((say) => child.run({ do: "answer", with: say, afterMs: 50 }, patient)),
    );
    const pid = child.pid!;
    expect(answers).toEqual(["one", "two", "three"].map((say) => `${say} by ${pid}`));
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
    expect(child.pid).toBeUndefined();
    expect(word(await child.run({ do: "answer", with: "again" }, patient))).toBe("again");
    expect(child.pid).not.toBe(pid);
  });

  test("can start before the first task comes", async () => {
    child = openChild<ScriptedTask, string>(options);
    child.warm();
    const pid = child.pid!;
    expect(isAlive(pid)).toBe(true);
    expect(await child.run({ do: "answer", with: "warm" }, patient)).toBe(`warm by ${pid}`);
  });

  test("names the fault of a task that it refuses", async () => {
    child = openChild<ScriptedTask, string>(options);
    const refusal: unknown = await child.run({ do: "refuse" }, patient).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TaskFault);
    expect(refusal).toMatchObject({ kind: "refused", fault: "undecodable", message: "no picture" });
  });

  test("fails only the task that kills it; the next process runs the others", async () => {
    child = openChild<ScriptedTask, string>(options);
    const results = await Promise.allSettled([
      child.run({ do: "answer", with: "first", afterMs: 500 }, patient),
      child.run({ do: "die" }, patient),
      child.run({ do: "answer", with: "third", afterMs: 500 }, patient),
      child.run({ do: "answer", with: "fourth" }, patient),
      child.run({ do: "die" }, patient),
      child.run({ do: "answer", with: "last" }, patient),
    ]);
    expect(results.map((result) => (result.status === "fulfilled" ? word(result.value) : result.reason.kind))).toEqual([
      "first",
      "died",
      "third",
      "fourth",
      "died",
      "last",
    ]);
  });

  test("is killed when a task is overdue, and the next process runs the others", async () => {
    child = openChild<ScriptedTask, string>(options);
    await child.run({ do: "answer", with: "started" }, patient);
    const results = await Promise.allSettled([
      child.run({ do: "hang" }, { deadlineMs: 200 }),
      child.run({ do: "answer", with: "slow", afterMs: 1000 }, patient),
    ]);
    expect(results).toMatchObject([{ reason: { kind: "overdue" } }, { value: expect.stringMatching(/^slow/) }]);
  });

  test("takes its child processes along, however it ends", async () => {
    for (const end of [
      () => child.run({ do: "hang" }, { deadlineMs: 200 }),
      () => child.run({ do: "die" }, patient),
      () => child.stop(0),
    ]) {
      child = openChild<ScriptedTask, string>(options);
      const pid = Number(await child.run({ do: "start" }, patient));
      expect(isAlive(pid)).toBe(true);
      await Promise.resolve(end()).catch(() => {});
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
    }
  });

  test("dies at its memory limit", async () => {
    child = openChild<ScriptedTask, string>(options);
    await expect(child.run({ do: "eat" }, patient)).rejects.toMatchObject({ kind: "died" });
    expect(word(await child.run({ do: "answer", with: "still here" }, patient))).toBe("still");
  });

  test("runs an urgent task before the waiting ones", async () => {
    child = openChild<ScriptedTask, string>({ ...options, atOnce: 1 });
    const order: string[] = [];
    const note = (answer: string) => order.push(word(answer)!);
    await Promise.all([
      child.run({ do: "answer", with: "first", afterMs: 300 }, patient).then(note),
      child.run({ do: "answer", with: "second" }, patient).then(note),
      child.run({ do: "answer", with: "urgent" }, { ...patient, isUrgent: true }).then(note),
    ]);
    expect(order).toEqual(["first", "urgent", "second"]);
  });

  test("runs one task of a person at a time, and people take turns", async () => {
    child = openChild<ScriptedTask, string>({ ...options, atOnce: 1 });
    const order: string[] = [];
    await Promise.all(
      ["mal1", "mal2", "mal3", "mal4", "ana1", "ana2", "bo1"].map((task) =>
        child
          .run({ do: "answer", with: task }, { ...patient, person: task.slice(0, -1) })
          .then((answer) => order.push(word(answer)!)),
      ),
    );
    expect(order).toEqual(["mal1", "ana1", "bo1", "mal2", "ana2", "mal3", "mal4"]);
  });

  test("a person's slow task leaves the other process to others", async () => {
    child = openChild<ScriptedTask, string>({ ...options, atOnce: 1, processes: 2 });
    const gone = new AbortController();
    const hanging = [1, 2].map(() => child.run({ do: "hang" }, { ...patient, person: "mal", signal: gone.signal }));
    expect(word(await child.run({ do: "answer", with: "ana" }, { ...patient, person: "ana" }))).toBe("ana");
    gone.abort();
    for (const task of hanging) await expect(task).rejects.toMatchObject({ kind: "cancelled" });
  });

  test("a file that kills its process holds up nobody while it is tried again", async () => {
    child = openChild<ScriptedTask, string>({ ...options, atOnce: 1 });
    const order: string[] = [];
    await Promise.all([
      child.run({ do: "die" }, { ...patient, person: "mal" }).catch((fault: TaskFault) => order.push(fault.kind)),
      child.run({ do: "die" }, { ...patient, person: "mal" }).catch((fault: TaskFault) => order.push(fault.kind)),
      child
        .run({ do: "answer", with: "ana" }, { ...patient, person: "ana" })
        .then((answer) => order.push(word(answer)!)),
    ]);
    expect(order.indexOf("ana")).toBeLessThan(2);
  });

  test("a task that is cancelled ends its process, and waiting ones never start", async () => {
    child = openChild<ScriptedTask, string>({ ...options, atOnce: 1 });
    const gone = new AbortController();
    const pid = Number(await child.run({ do: "start" }, patient));
    const running = child.run({ do: "hang" }, { ...patient, signal: gone.signal });
    const waiting = child.run({ do: "hang" }, { ...patient, signal: gone.signal });
    const other = child.run({ do: "answer", with: "other" }, patient);
    gone.abort();
    await expect(running).rejects.toMatchObject({ kind: "cancelled" });
    await expect(waiting).rejects.toMatchObject({ kind: "cancelled" });
    expect(word(await other)).toBe("other");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
  });

  // Containers and some kernels refuse namespaces.
  test.runIf(canIsolate)("has no network unless it needs one", async () => {
    const server = net.createServer((socket) => void socket.end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as net.AddressInfo;
    try {
      child = openChild<ScriptedTask, string>({ ...options, hasNetwork: true });
      expect(await child.run({ do: "connect", port }, patient)).toBe("connected");
      await child.stop(0);
      child = openChild<ScriptedTask, string>(options);
      expect(await child.run({ do: "connect", port }, patient)).toBe("ENETUNREACH");
    } finally {
      server.close();
    }
  });

  // Other systems do not tell the processor time, and the clock counts.
  test.runIf(process.platform === "linux")("is ended for its processor time, not for waiting", async () => {
    child = openChild<ScriptedTask, string>({ ...options, atOnce: 1 });
    await child.run({ do: "answer", with: "started" }, patient);
    const slow = { ...patient, maxCpuMs: 1000 };
    expect(word(await child.run({ do: "answer", with: "asleep", afterMs: 3000 }, slow))).toBe("asleep");
    await expect(child.run({ do: "spin" }, slow)).rejects.toMatchObject({ kind: "overdue" });
  });

  describe("logs one short line for each death", () => {
    async function linesOf(task: ScriptedTask) {
      const lines: string[] = [];
      child = openChild<ScriptedTask, string>({ ...options, args: ["inspect"], log: (line) => lines.push(line) });
      await expect(child.run(task, patient)).rejects.toMatchObject({ kind: "died" });
      return lines;
    }

    test("that says what error it was", async () => {
      const line = "A media process (inspect) ended: exit 1, Error: The file is too odd";
      expect(await linesOf({ do: "throw" })).toEqual([line, line]);
    });

    test("instead of V8's dump of its memory", { tags: "long" }, async () => {
      const line = expect.stringMatching(
        /^A media process \(inspect\) ended: .{5,40}, FATAL ERROR: .*heap.{0,100}$/,
      ) as string;
      expect(await linesOf({ do: "hoard" })).toEqual([line, line]);
    });
  });

  test("finishes its running task when stopped, and takes no more", async () => {
    child = openChild<ScriptedTask, string>({ ...options, atOnce: 1 });
    const running = child.run({ do: "answer", with: "running", afterMs: 300 }, patient);
    const waiting = child.run({ do: "answer", with: "waiting" }, patient).catch((error: TaskFault) => error.kind);
    const pid = child.pid!;
    await child.stop(10_000);
    expect(word(await running)).toBe("running");
    expect(await waiting).toBe("stopped");
    await expect(child.run({ do: "answer", with: "late" }, patient)).rejects.toMatchObject({ kind: "stopped" });
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
  });

  test("ends with the server, even after a kill -9", async () => {
    child = openChild<ScriptedTask, string>(options);
    const server = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { openChild } from ${JSON.stringify(path.join(import.meta.dirname, "child.ts"))};
         const child = openChild(${JSON.stringify(options)});
         const pid = (await child.run({ do: "answer", with: "up" }, { deadlineMs: 60_000 })).split(" ").at(-1);
         child.run({ do: "hang" }, { deadlineMs: 60_000 });
         process.stdout.write(pid + "\\n");`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const pid = await new Promise<number>((resolve) => server.stdout.on("data", (text) => resolve(Number(text))));
    expect(isAlive(pid)).toBe(true);
    server.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
  });
});
