import { describe, expect, it } from "vitest";
import type { RefusalKey } from "#contract/refusals.ts";
import { ApiError } from "../core/api.ts";
import { removalTrouble } from "./removal-words.ts";

const refusal = (status: number, sentence: string, key?: RefusalKey) =>
  new ApiError(status, "not_found", sentence, { key });

describe("a removal that failed", () => {
  it("shows the server's sentence after a refusal", () => {
    expect(removalTrouble("trip", refusal(404, "This person is not on the crew of this trip."))).toBe(
      "This person is not on the crew of this trip.",
    );
    expect(removalTrouble("both", refusal(403, "Only admins can do that."))).toBe("Only admins can do that.");
  });

  it("shows our sentence after a server fault or without a connection", () => {
    for (const error of [refusal(500, "Something went wrong."), refusal(0, "You seem to be offline."), undefined]) {
      expect(removalTrouble("trip", error)).toBe("Failed to remove member from trip");
      expect(removalTrouble("squad", error)).toBe("Failed to remove member from squad");
      expect(removalTrouble("both", error)).toBe("Failed to remove member from squad");
    }
  });

  it("says that the trip has no squad if the squad is not found", () => {
    expect(removalTrouble("squad", refusal(404, "Squad not found", "squad_not_found"))).toBe(
      "Trip has no associated squad",
    );
    expect(removalTrouble("trip", refusal(404, "Trip not found"))).toBe("Trip not found");
  });
});
