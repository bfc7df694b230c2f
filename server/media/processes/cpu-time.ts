import { readFileSync } from "node:fs";

/** The processor time of a process and of those below it in ms (proc(5): `stat`, `children`); null where the system does not tell. */
export function cpuMsOf(pid: number | string | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    const below = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean);
    // Linux counts in hundredths of a second.
    return below.reduce((sum, child) => sum + (cpuMsOf(child) ?? 0), (Number(fields[11]) + Number(fields[12])) * 10);
  } catch {
    return null;
  }
}
