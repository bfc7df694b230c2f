/** One request to send. */
export interface LoadRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  /** The session's token; absent: a visitor. */
  readonly token?: string;
  /** JSON. */
  readonly body?: string;
}

/** A task for the load process. */
export interface Job {
  readonly port: number;
  readonly requests: readonly LoadRequest[];
  /** How many connections; each has one request in flight. */
  readonly connections: number;
  /** How long to repeat the requests. Absent: each request is sent once. */
  readonly forMs?: number;
  /** An answer with another status, or a shorter body, counts as a fault. */
  readonly expect: { readonly status: number; readonly bytes: number };
}

export interface Outcome {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds, as is `p99`. */
  readonly p50: number;
  readonly p99: number;
  /** Descriptions of the first few wrong answers. */
  readonly faults: readonly string[];
}

/** The request as HTTP/1.1 bytes. */
export function wireBytes({ method, path, token, body }: LoadRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, "host: localhost"];
  if (token) lines.push(`cookie: session=${token}`);
  if (body !== undefined) lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}
