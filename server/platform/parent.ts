/**
 * Calls `stop` once when the launcher that started this process ends, however it ends. The two are joined by an IPC channel,
 * which the kernel closes with either of them. Without a launcher (`node server/main.ts`) nothing happens.
 */
export function stopWithParent(stop: () => unknown): void {
  const { channel } = process;
  if (!channel) return;
  process.once("disconnect", () => void stop());
  // A listener alone would keep a finished server alive.
  channel.unref();
}
