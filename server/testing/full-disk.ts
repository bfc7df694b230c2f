import type { FileHandle } from "node:fs/promises";

/** A file on a disk with `room` bytes left. Like the kernel, it cuts the last write short. */
export function fullAfter(room: number, file: FileHandle): FileHandle {
  const writev = file.writev.bind(file);
  const limited = async (pieces: readonly Uint8Array[]) => {
    if (room === 0) throw Object.assign(new Error("ENOSPC: no space left on device, writev"), { code: "ENOSPC" });
    const some = Buffer.concat(pieces).subarray(0, room);
    room -= some.length;
    return writev([some]);
  };
  return Object.assign(file, { writev: limited });
}
