// Written by hand because lock libraries such as proper-lockfile rely on heartbeats, so a paused process loses its lock.
import { randomBytes } from "node:crypto";
import { lstatSync, renameSync, rmSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The lock of a folder. Exactly one of the processes that use the folder is its owner; the others wait for its end. */
export interface OwnerLock {
  readonly isOwner: boolean;
  /** Aborts when the owner ends or releases the lock; never for the owner itself. */
  readonly ownerGone: AbortSignal;
  /** Whether this process is the owner and no other process has taken the lock. */
  readonly isStillOwner: () => boolean;
  readonly release: () => void;
}

/** Long enough for another process that saw the same dead socket to replace it too. */
const settleMs = 25;

/**
 * Takes the lock, or connects to its living owner. The lock is a listening unix socket: the kernel closes it with its process, so a
 * kill frees it.
 */
export async function takeOwnerLock(file: string): Promise<OwnerLock> {
  for (;;) {
    const seen = identity(file);
    const owner = await connect(file);
    if (owner) return share(owner);
    const lock = await listen(file, seen);
    if (lock) return lock;
  }
}

async function listen(file: string, seen: string): Promise<OwnerLock | undefined> {
  // Listens under a temporary name and renames it: libuv removes the original name on close, which must never be the lock.
  const own = path.join(path.dirname(file), `.${randomBytes(4).toString("hex")}`);
  const guests = new Set<net.Socket>();
  const server = net.createServer((guest) => {
    guests.add(guest.unref());
    guest.on("error", () => {}).on("close", () => guests.delete(guest));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(own, resolve));
  server.unref();
  const mine = identity(own);
  const close = () => {
    if (identity(file) === mine) rmSync(file, { force: true });
    for (const guest of guests) guest.destroy();
    server.close();
  };
  if (identity(file) !== seen) {
    close();
    rmSync(own, { force: true });
    return undefined;
  }
  renameSync(own, file);
  await sleep(settleMs);
  const isStillOwner = () => identity(file) === mine;
  if (!isStillOwner()) {
    close();
    return undefined;
  }
  return { isOwner: true, ownerGone: new AbortController().signal, isStillOwner, release: close };
}

function share(owner: net.Socket): OwnerLock {
  const ownerGone = new AbortController();
  owner.unref();
  owner.on("close", () => ownerGone.abort());
  return { isOwner: false, ownerGone: ownerGone.signal, isStillOwner: () => false, release: () => owner.destroy() };
}

/** Connects to the process that listens at `file`; undefined if none does. */
function connect(file: string): Promise<net.Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(file);
    socket.once("connect", () => resolve(socket));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // ECONNRESET: it closed before it accepted us.
      if (["ENOENT", "ECONNREFUSED", "ECONNRESET"].includes(error.code ?? "")) resolve(undefined);
      else reject(error);
    });
  });
}

/** Identifies this socket file among later ones of the same name. It has the time because inode numbers are reused. */
function identity(file: string): string {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev} ${stat.ino} ${stat.mtimeNs}` : "";
}
