/** One request, as it is sent. */
export interface Sending {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  /** The session's token; absent: a visitor. */
  readonly token?: string;
  /** JSON. */
  readonly body?: string;
}

/** What the load process is asked to do. */
export interface Job {
  readonly port: number;
  readonly requests: readonly Sending[];
  /** Connections, each with one request in flight. */
  readonly connections: number;
  /** How long to go on, round and round; absent: until each request was sent once. */
  readonly forMs?: number;
  /** An answer with another status, or with fewer bytes in its body, is a fault. */
  readonly expect: { readonly status: number; readonly bytes: number };
}

export interface Outcome {
  readonly answers: number;
  readonly seconds: number;
  readonly p50: number;
  /** Milliseconds, as the percentiles are. */
  readonly p99: number;
  /** The first few wrong answers, in words. */
  readonly faults: readonly string[];
}

/** The request as bytes on the wire. */
export function wireBytes({ method, path, token, body }: Sending): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, "host: localhost"];
  if (token) lines.push(`cookie: session=${token}`);
  if (body !== undefined) lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}
