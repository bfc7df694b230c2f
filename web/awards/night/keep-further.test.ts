import { expect, test } from "vitest";
import type { NightStage } from "#contract/night-time.ts";
import type { NightPage } from "#contract/nights.ts";
import { keepFurther } from "./keep-further.ts";

const at = (stage: NightStage, position?: number, awardsToAnswer = 0): NightPage => ({
  trip: {
    id: "trip",
    name: "Ericeira",
    location: "",
    startDate: "",
    endDate: "",
    coverUrl: null,
    squad: null,
    isDemo: false,
  },
  isCrew: true,
  isOrganizer: false,
  openAwards: 1,
  awardsToAnswer,
  night: {
    startsAt: "2026-07-12T19:00:00.000Z",
    timeZone: "Europe/Lisbon",
    noSelfVotes: false,
    movesByItself: false,
    startsByItself: false,
    showsCounts: true,
    stage,
    awardCount: 1,
    crewCount: 2,
    votersDone: 2,
    missing: [],
    show:
      position === undefined
        ? null
        : {
            position,
            cardAt: "2026-07-12T19:00:00.000Z",
            movesByItself: false,
            isLast: stage === "over",
            card: { kind: "title", crew: [], awardCount: 1 },
          },
  },
});
const called = { ...at("planned"), night: null };

test("an answer that was on its way does not turn a card back", () => {
  expect(keepFurther(at("live", 3), at("live", 2)).night?.show?.position).toBe(3);
  expect(keepFurther(at("live", 2), at("live", 3)).night?.show?.position).toBe(3);
  expect(keepFurther(at("live", 0), at("closed")).night?.stage).toBe("live");
  expect(keepFurther(at("over", 9), at("live", 8)).night?.stage).toBe("over");
});

test("what is not the show comes from the later answer", () => {
  expect(keepFurther(at("live", 3, 1), at("live", 2, 0)).awardsToAnswer).toBe(0);
});

test("a planned night can be called off and planned anew", () => {
  expect(keepFurther(at("planned"), called)).toBe(called);
  expect(keepFurther(called, at("planned")).night?.stage).toBe("planned");
  expect(keepFurther(undefined, at("live", 4)).night?.show?.position).toBe(4);
});
