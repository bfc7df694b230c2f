import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Config } from "../platform/config/config.ts";

const command = fileURLToPath(new URL("../commands/backup.ts", import.meta.url));
const restartMs = 60_000;

/**
 * Keeps a process that makes the backups of this site, if a place for them is set. It is a process of its own because encrypting photos
 * would hold up requests. Returns what ends it. Writes one warning if a bucket gets backups that are not encrypted.
 */
export function startBackups({ backups, worker }: Config, log: (line: string) => void): () => Promise<void> {
  if (!backups.place || !worker) return async () => {};
  if ("bucket" in backups.place && backups.key === null)
    log(
      "Backups go to the bucket unencrypted, with ballots and password hashes: set BACKUP_KEY (npm run backup -- --new-key).",
    );
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The channel closes with this process, and the child then ends too.
      child = spawn(process.execPath, [command, "--keep"], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
      const [code] = (await once(child, "exit")) as [number | null];
      if (stopping.signal.aborted) return;
      log(`The process that makes backups ended (${code ?? "killed"}), and starts again in a minute.`);
      await sleep(restartMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const running = run();
  return async () => {
    stopping.abort();
    child?.kill();
    await running;
  };
}
