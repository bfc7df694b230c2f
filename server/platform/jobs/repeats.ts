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
  let isStopped = false;
  const attempt = async ({ name, run }: Repeat) => {
    try {
      await run();
    } catch (cause) {
      if (!isStopped) log(new Error(`The repeated work "${name}" failed`, { cause }));
    }
  };
  return {
    every: (name: string, ms: number, run: () => Promise<unknown>) => void repeats.push({ name, ms, run }),
    start() {
      timers = repeats.flatMap((repeat) => [
        ...(repeat.ms > maxFirstMs ? [setTimeout(() => void attempt(repeat), maxFirstMs).unref()] : []),
        setInterval(() => void attempt(repeat), repeat.ms).unref(),
      ]);
    },
    stop() {
      isStopped = true;
      timers.forEach(clearTimeout);
    },
  };
}
