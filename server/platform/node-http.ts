import type * as http from "node:http";
import { createRequire } from "node:module";

/**
 * The parts of node:http that the program needs at start. An import of node:http reads all its exports, and one of them loads Node's own
 * `fetch`, which takes tens of milliseconds.
 */
export const { IncomingMessage, STATUS_CODES } = createRequire(import.meta.url)("node:http") as typeof http;
