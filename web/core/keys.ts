/**
 * The names under which answers are kept. Whatever shows a trip or a squad starts with its key, so that a hint
 * from the server ("something of this trip changed") reaches all of it: `[...keys.trip(id), "ballot"]`.
 */
export const keys = {
  me: ["me"],
  dashboard: ["dashboard"],
  /** The list of `GET /api/squads`. */
  squads: ["squads"],
  /** The answer of `GET /api/squads/:id`; its parts add to the key. */
  squad: (id: string) => ["squad", id] as const,
  /** The list of `GET /api/trips`. */
  trips: ["trips"],
  /** The answer of `GET /api/trips/:id`; its parts add to the key. */
  trip: (id: string) => ["trip", id] as const,
  awards: ["awards"],
  recentMedia: ["recent-media"],
  members: ["members"],
  person: (id: string) => ["person", id] as const,
  config: ["config"],
  /** Invitations that the viewer sent, by place. */
  invitations: ["invitations"],
  mailNotices: ["mail-notices"],
  /** Of a mutation: the viewer is leaving or deleting this squad. */
  goodbye: (squadId: string) => ["goodbye", squadId] as const,
} as const;
