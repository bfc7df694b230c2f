import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { NightPage, ShowState } from "#contract/nights.ts";
import { showCard } from "../../core/live.ts";
import { nightQuery } from "./queries.ts";

const closed: NightPage = {
  trip: {
    id: "trip",
    name: "Ericeira",
    location: "",
    startDate: "",
    endDate: "",
    coverUrl: null,
    confirmedOnly: false,
    squad: null,
    isDemo: false,
  },
  isCrew: true,
  isMember: true,
  isOrganizer: false,
  openAwards: 1,
  crownedAwards: 0,
  awardsToAnswer: 0,
  isOutOfBonus: false,
  backupDays: null,
  night: {
    startsAt: "2026-07-12T19:00:00.000Z",
    timeZone: "Europe/Lisbon",
    noSelfVotes: false,
    movesByItself: false,
    startsByItself: false,
    showsCounts: true,
    bonusRulesOff: [],
    stage: "closed",
    awardCount: 1,
    crewCount: 2,
    votersDone: 2,
    answers: 0,
    missing: [],
    show: null,
    heldAt: null,
  },
};

const showAt = (position: number, isLast = false, minute = position): ShowState => ({
  position,
  isLast,
  cardAt: `2026-07-12T19:0${minute}:00.000Z`,
  movesByItself: false,
  card: { kind: "title", crew: [], awardCount: 1 },
});

/** A cache with the query of a night, as an open page has it. */
function openPage(answer?: NightPage) {
  const client = new QueryClient();
  const options = nightQuery("trip");
  client.getQueryCache().build(client, client.defaultQueryOptions(options));
  const receive = (page: NightPage) => client.setQueryData(options.queryKey, page);
  if (answer) receive(answer);
  const page = () => client.getQueryData(options.queryKey);
  return { client, receive, page, night: () => page()?.night };
}

test("a hint with a card starts, moves and ends the show on an open page", () => {
  const { client, night } = openPage(closed);
  expect(showCard(client, "trip", showAt(0))).toBe(true);
  expect(night()).toMatchObject({ stage: "live", show: { position: 0 } });
  showCard(client, "trip", showAt(4));
  expect(night()).toMatchObject({ stage: "live", show: { position: 4 } });
  showCard(client, "trip", showAt(5, true));
  expect(night()).toMatchObject({ stage: "over", show: { position: 5 } });
});

test("an older card, by hint or by answer, does not replace a later one", () => {
  const { client, receive, page, night } = openPage(closed);
  showCard(client, "trip", showAt(3));
  showCard(client, "trip", showAt(2));
  expect(night()).toMatchObject({ stage: "live", show: { position: 3 } });
  receive({ ...closed, openAwards: 7 });
  expect(night()).toMatchObject({ stage: "live", show: { position: 3 } });
  expect(page()?.openAwards).toBe(7);
});

test("a card that the host goes back to replaces the later one, by hint or by answer", () => {
  const { client, receive, night } = openPage(closed);
  for (const position of [0, 1, 2]) showCard(client, "trip", showAt(position));
  showCard(client, "trip", showAt(1, false, 3));
  expect(night()).toMatchObject({ show: { position: 1 } });
  receive({ ...closed, night: { ...closed.night!, stage: "live", show: showAt(2) } });
  expect(night()).toMatchObject({ show: { position: 1 } });
  receive({ ...closed, night: { ...closed.night!, stage: "live", show: showAt(0, false, 4) } });
  expect(night()).toMatchObject({ show: { position: 0 } });
});

test("a planned night can be called off and planned anew", () => {
  const planned: NightPage = { ...closed, night: { ...closed.night!, stage: "planned" } };
  const { receive, night } = openPage(planned);
  receive({ ...planned, night: null });
  expect(night()).toBeNull();
  receive(planned);
  expect(night()).toMatchObject({ stage: "planned" });
});

test("a card for a page that is not open changes nothing", () => {
  const { client, night } = openPage();
  expect(showCard(client, "trip", showAt(0))).toBe(false);
  expect(night()).toBeUndefined();
});
