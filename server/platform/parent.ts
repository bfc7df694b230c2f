/**
 * Calls `stop` once when the launcher that started this process ends, however it ends: the kernel then closes the IPC channel
 * between the two. Without a launcher (`node server/main.js`) it does nothing.
 */
export function stopWithParent(stop: () => unknown): void {
  const { channel } = process;
  if (!channel) return;
  process.once("disconnect", () => void stop());
  // Otherwise the listener would keep a finished server alive.
  channel.unref();
}
