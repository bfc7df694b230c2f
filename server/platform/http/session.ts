import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "#contract/people.ts";

/** The signed-in person, read from the database for each request. */
export type Viewer = User;
/** The same of somebody with an account. */
export type AccountViewer = Viewer & { readonly email: string };

/** A screen without a person, which shows the night of this trip. */
export interface Screen {
  readonly nightOf: string;
}

/** What requests have to do with sessions. `accounts/sessions` opens, keeps and ends these. */
export interface Sessions {
  /**
   * The user of this request's session; null without a valid one. With `reply`, it sets a cookie there if the user left a squad or crew,
   * or the session ended, since the browser's last reply.
   */
  viewerOf(request: FastifyRequest, reply?: FastifyReply): Promise<Viewer | null>;
  /** The screen of this request's session as a screen, which stands beside that of a person; null without a valid one. */
  screenOf(request: FastifyRequest): Promise<Screen | null>;
  /** The id of the person whom the request's token names; null if it names none. The session itself may be over. */
  personOf(request: FastifyRequest): string | null;
  /** SHA-256 of the request's token, for statements that check the session themselves. */
  tokenHashOf(request: FastifyRequest): Buffer | null;
  /** Whether anybody has logged in with this browser. */
  isReturning(request: FastifyRequest): boolean;
  /** Keeps the cookie of a seat for another year. A seat has no other way to sign in. */
  renewSeat(request: FastifyRequest, reply: FastifyReply): void;
  /** Stores the hour in which this session is in use. Open pages call it, so that GET requests write nothing. */
  markSeen(request: FastifyRequest): Promise<void>;
}
