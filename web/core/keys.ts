/**
 * The query keys. The key of a query about a trip or squad begins with that trip's or squad's key, so that one
 * hint reaches all of its queries: `[...keys.trip(id), "ballot"]`.
 */
export const keys = {
  me: ["me"],
  /** The viewer's seat. */
  seat: ["seat"],
  dashboard: ["dashboard"],
  /** The list of `GET /api/squads`. */
  squads: ["squads"],
  /** The answer of `GET /api/squads/:id`. Related queries extend this key. */
  squad: (id: string) => ["squad", id] as const,
  /** The list of `GET /api/trips`. */
  trips: ["trips"],
  /** The answer of `GET /api/trips/:id`. Related queries extend this key. */
  trip: (id: string) => ["trip", id] as const,
  /** The answer of `GET /api/trips/:id/night`. */
  night: (tripId: string) => ["trip", tripId, "night"] as const,
  awards: ["awards"],
  recentMedia: ["recent-media"],
  /** The inbox, its count and its settings. */
  inbox: ["inbox"],
  members: ["members"],
  person: (id: string) => ["person", id] as const,
  config: ["config"],
  /** Invitations that the viewer sent, by squad or trip. */
  invitations: ["invitations"],
  mailNotices: ["mail-notices"],
  /** The key of the mutation by which the viewer leaves or deletes this squad. */
  goodbye: (squadId: string) => ["goodbye", squadId] as const,
} as const;
