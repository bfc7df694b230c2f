import { withoutAnswers } from "./life.ts";

/** Hides the secret ballots from the ballot of their voter. */
export const withoutBallots = (labels: ReadonlySet<string>) => (body: unknown) => {
  const page = body as { categories: { category: { name: string } }[] };
  for (const one of page.categories)
    if (labels.has(one.category.name)) Object.assign(one, { nomineeId: null, isVoid: null, isSkipped: null });
  return page;
};

/** Hides how many awards the viewer of a page has to vote on: a void ballot counts as none. */
const withoutCount = (trip: object) => ({ ...trip, awardsToVoteOn: null });

/** What the voter of a secret ballot alone may see, by the path of a page: how to hide it. */
export const hidesOfOwn: Readonly<Record<string, (body: unknown) => unknown>> = {
  "/api/trips/{trip}": (body) => {
    const page = body as { trip: object };
    return { ...page, trip: withoutCount(page.trip) };
  },
  "/api/squads/{squad}": (body) => {
    const page = body as { trips: object[] };
    return { ...page, trips: page.trips.map(withoutCount) };
  },
  "/api/squads/{squad}/trips": (body) => (body as object[]).map(withoutCount),
  "/api/trips": (body) => (body as object[]).map(withoutCount),
  "/api/dashboard": (body) => {
    const page = body as { trips: object[] };
    return { ...page, trips: page.trips.map(withoutCount) };
  },
  "/api/trips/{trip}/night": withoutAnswers,
  "/api/trips/{trip}/awards": (body) => withoutCount(body as object),
  "/api/awards/all": (body) => (body as object[]).map(withoutCount),
};
