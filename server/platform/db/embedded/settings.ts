export interface ServerFolders {
  readonly folder: string;
  readonly socketDir: string;
}

/** With these, an acknowledged commit survives every crash and power cut. */
const durable = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  data_sync_retry: "off",
  // On macOS, plain fsync does not flush the disk's own cache.
  wal_sync_method: process.platform === "darwin" ? "fsync_writethrough" : "fdatasync",
};

const sized = {
  max_connections: 100,
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  work_mem: "16MB",
  random_page_cost: 1.1,
  wal_compression: "on",
  // For short queries on few cores, compiling and parallel workers cost more than they gain; workers also need shared memory that
  // containers lack.
  jit: "off",
  max_parallel_workers_per_gather: 0,
  idle_in_transaction_session_timeout: "60s",
  timezone: "UTC",
  // The server logs the errors of its statements itself.
  log_min_messages: "log",
  log_checkpoints: "off",
  log_line_prefix: "",
};

/** The arguments of `postgres` for a cluster: its folders, no network, and the durable settings, overridden by `changes`. */
export function serverArguments(folders: ServerFolders, changes: Readonly<Record<string, string | number>>): string[] {
  const settings = {
    ...durable,
    ...sized,
    ...changes,
    listen_addresses: "",
    port: 5432,
    // The setting is a list: quotes keep a comma or a space in the path.
    unix_socket_directories: `"${folders.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
  };
  return ["-D", folders.folder, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
