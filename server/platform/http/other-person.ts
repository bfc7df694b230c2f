// Decision 084: why a call names the person whose page it is, and why the token names one too.
import type { FastifyRequest } from "fastify";
import { personHeader } from "#contract/person-header.ts";
import { Problem } from "./problem.ts";
import type { Sessions } from "./session.ts";

/**
 * Refuses a call of a page that was made for somebody else than the person who is logged in now. The token itself names its person, so
 * that this asks the database nothing for a page of the right person. Without a session the call goes on, as a visitor's.
 */
export async function refuseOtherPerson(request: FastifyRequest, sessions: Sessions): Promise<void> {
  const named = request.headers[personHeader];
  if (named === undefined || named === sessions.personOf(request)) return;
  const viewer = await sessions.viewerOf(request);
  if (viewer && viewer.id !== named) throw new Problem("other_person", "other_person");
}
