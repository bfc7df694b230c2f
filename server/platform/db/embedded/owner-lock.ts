import { randomBytes } from "node:crypto";
import { lstatSync, renameSync, rmSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A process's place at a folder: exactly one of the processes that use it is its owner. */
export interface Seat {
  readonly isOwner: boolean;
  /** Aborts when the owner's process ends or leaves; never for the owner itself. */
  readonly vacated: AbortSignal;
  /** Whether an owner's seat was not taken by somebody else. */
  readonly isStillMine: () => boolean;
  readonly leave: () => void;
}

/** Long enough for whoever saw the same dead socket a moment ago to have replaced it. */
const settleMs = 25;

/**
 * Takes the owner's seat, or a place beside the living owner. The seat is a listening unix socket: the kernel frees it
 * with its process, so that a kill leaves nothing that looks alive.
 */
export async function takeSeat(file: string): Promise<Seat> {
  for (;;) {
    const seen = identity(file);
    const owner = await connect(file);
    if (owner) return beside(owner);
    const seat = await listen(file, seen);
    if (seat) return seat;
  }
}

async function listen(file: string, seen: string): Promise<Seat | undefined> {
  // Bound under a name of its own and moved: libuv removes the bound name when it closes, which must never be the seat.
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
  const isStillMine = () => identity(file) === mine;
  if (!isStillMine()) {
    close();
    return undefined;
  }
  return { isOwner: true, vacated: new AbortController().signal, isStillMine, leave: close };
}

function beside(owner: net.Socket): Seat {
  const vacated = new AbortController();
  owner.unref();
  owner.on("close", () => vacated.abort());
  return { isOwner: false, vacated: vacated.signal, isStillMine: () => false, leave: () => owner.destroy() };
}

/** A connection to whoever listens at `file`; undefined when nobody does. */
function connect(file: string): Promise<net.Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(file);
    socket.once("connect", () => resolve(socket));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // Reset: it was listening, and left before it took us in.
      if (["ENOENT", "ECONNREFUSED", "ECONNRESET"].includes(error.code ?? "")) resolve(undefined);
      else reject(error);
    });
  });
}

/** What tells one socket file from the next one of its name. The times count because inode numbers are used again. */
function identity(file: string): string {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev} ${stat.ino} ${stat.mtimeNs}` : "";
}
