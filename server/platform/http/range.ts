import type { FastifyReply } from "fastify";
import type { ByteRange } from "../blobs/blobs.ts";
import { Problem } from "./problem.ts";

/**
 * The range that a Range header requests of `size` bytes (RFC 9110 §14). Null for the whole: no header, or one that servers may
 * ignore (another unit, several ranges, an invalid range). "unsatisfiable" means 416.
 */
export function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: Math.min(last === "" ? size - 1 : Number(last), size - 1) };
}

/** The refusal of an unsatisfiable range. The header that it sets tells the size. */
export function badRange(reply: FastifyReply, size: number): Problem {
  void reply.header("content-range", `bytes */${size}`);
  return new Problem("range_not_satisfiable", "range_not_satisfiable");
}
