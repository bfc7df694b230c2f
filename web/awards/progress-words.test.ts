import { describe, expect, it } from "vitest";
import { moreNeeded, openWords, percentOf, waitingFor } from "./progress-words.ts";

const person = (firstName: string, lastName = "Berg") => ({
  id: firstName,
  firstName,
  lastName,
  bio: null,
  profileImageUrl: null,
});
const progress = (votesReceived: number, totalVotesNeeded: number, ...names: string[]) => ({
  votesReceived,
  totalVotesNeeded,
  usersWhoHaventVoted: names.map((name) => person(name)),
});

describe("an open vote", () => {
  it("names the missing voters", () => {
    expect(waitingFor(progress(2, 4, "Jonas", "Rosa"))).toBe("Still waiting for votes from: Jonas Berg, Rosa Berg");
    expect(waitingFor(progress(3, 4, "Jonas"))).toBe("Still waiting for vote from: Jonas Berg");
  });

  it("calls a person without a name unknown, and counts further voters", () => {
    expect(
      waitingFor({ votesReceived: 0, totalVotesNeeded: 60, usersWhoHaventVoted: [person("", ""), person("Ana")] }),
    ).toBe("Still waiting for votes from: Unknown, Ana Berg, 58 more");
  });

  it("gives the number of votes when nobody is named", () => {
    expect(waitingFor(progress(5, 6))).toBe("1 more vote needed to reveal results");
    expect(moreNeeded(progress(1, 6))).toBe("5 more votes needed");
  });

  it("waits for the night of its trip", () => {
    const [open, full] = [progress(3, 4, "Jonas"), progress(4, 4)];
    expect(openWords(open, null)).toBe(waitingFor(open));
    expect(openWords(open, { stage: "over" })).toBe(waitingFor(open));
    expect(openWords(open, { stage: "planned" })).toBe("Still waiting for vote from: Jonas Berg");
    expect(openWords(full, { stage: "planned" })).toBe("All in. The result comes out at Awards Night.");
    expect(openWords(open, { stage: "closed" })).toBe("Voting is closed: see you at Awards Night");
  });

  it("has a progress in whole per cent, at most 100", () => {
    expect(percentOf(progress(1, 3))).toBe(33);
    expect(percentOf(progress(7, 6))).toBe(100);
    expect(percentOf(progress(0, 0))).toBe(0);
  });
});
