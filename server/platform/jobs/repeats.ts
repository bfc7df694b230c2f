interface Repeat {
  readonly name: string;
  readonly ms: number;
  readonly run: () => Promise<unknown>;
}

/** A server that restarts every half an hour does its hourly work too. */
const maxFirstMs = 60_000;

/** Opens the repeated work of this server. A fault is logged with the name of the work, and the next run comes as planned. */
export function openRepeats(log: (error: unknown) => void) {
  const repeats: Repeat[] = [];
  let timers: NodeJS.Timeout[] = [];
  let isStarted = false;
  let isStopped = false;
  const attempt = async ({ name, run }: Repeat) => {
    try {
      await run();
    } catch (cause) {
      if (!isStopped) log(new Error(`The repeated work "${name}" failed`, { cause }));
    }
  };
  const schedule = (repeat: Repeat) => [
    ...(repeat.ms > maxFirstMs ? [setTimeout(() => void attempt(repeat), maxFirstMs).unref()] : []),
    setInterval(() => void attempt(repeat), repeat.ms).unref(),
  ];
  return {
    /** Work that is added after the start runs too. */
    every(name: string, ms: number, run: () => Promise<unknown>) {
      repeats.push({ name, ms, run });
      if (isStarted) timers.push(...schedule(repeats.at(-1)!));
    },
    start() {
      isStarted = true;
      timers = repeats.flatMap(schedule);
    },
    stop() {
      isStopped = true;
      timers.forEach(clearTimeout);
    },
  };
}
