import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";

const digest = (text: string) => hash("sha256", text, "buffer");

/** Returns a function that tells whether a request has the operator's token (`Authorization: Bearer …`). Without a token, none has. */
export function operatorTokenIn(token: string | undefined): (request: FastifyRequest) => boolean {
  if (token === undefined) return () => false;
  const wanted = digest(token);
  return ({ headers }) => {
    const [, sent] = /^Bearer +([!-~]+)$/i.exec(headers.authorization ?? "") ?? [];
    // Hashes have one length, so the time tells nothing about the token.
    return sent !== undefined && timingSafeEqual(digest(sent), wanted);
  };
}
