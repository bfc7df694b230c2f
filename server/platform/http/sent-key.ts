// Decision 124: what the server keeps of a key.
import { createHmac, hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { keyHeader } from "#contract/key-header.ts";
import { Problem } from "./problem.ts";

/** The key of a request that its sender may send again, as hashes. */
export interface SentKey {
  readonly key: Buffer;
  /** Of the call and what it names. Nobody without the key can find out of what. */
  readonly request: Buffer;
}

const quoted = /^"?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"?$/i;

/** Reads the key of a request. Null without one, or where the call takes none; 400 if it is no UUID. */
export function sentKeyOf(
  name: string,
  { takesKey }: Endpoint,
  request: FastifyRequest,
  { params, body }: { readonly params: unknown; readonly body: unknown },
): SentKey | null {
  const header = request.headers[keyHeader];
  if (!takesKey || header === undefined) return null;
  const key = quoted.exec(String(header))?.[1]?.toLowerCase();
  if (key === undefined) throw new Problem("invalid_input", "key_not_uuid");
  const named = takesKey === "secret" ? ["secret", params] : [name, params, body];
  return {
    key: hash("sha256", key, "buffer"),
    request: createHmac("sha256", key).update(JSON.stringify(named)).digest(),
  };
}
