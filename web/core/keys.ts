/**
 * The query keys. A query that shows a trip or a squad begins with its key, so that a hint
 * "this trip changed" reaches all of them: `[...keys.trip(id), "ballot"]`.
 */
export const keys = {
  me: ["me"],
  dashboard: ["dashboard"],
  /** The list of `GET /api/squads`. */
  squads: ["squads"],
  /** The answer of `GET /api/squads/:id`. Related queries extend this key. */
  squad: (id: string) => ["squad", id] as const,
  /** The list of `GET /api/trips`. */
  trips: ["trips"],
  /** The answer of `GET /api/trips/:id`. Related queries extend this key. */
  trip: (id: string) => ["trip", id] as const,
  awards: ["awards"],
  recentMedia: ["recent-media"],
  members: ["members"],
  person: (id: string) => ["person", id] as const,
  config: ["config"],
  /** Invitations that the viewer sent, by squad or trip. */
  invitations: ["invitations"],
  mailNotices: ["mail-notices"],
  /** Key of a mutation: the viewer leaves or deletes this squad. */
  goodbye: (squadId: string) => ["goodbye", squadId] as const,
} as const;
