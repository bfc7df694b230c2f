import { describe, expect, test } from "vitest";
import { imageLimits, findImageProblem } from "./upload-image.ts";

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

describe("a chosen picture", () => {
  test("may be as large as its limit, to the byte", () => {
    const { profile } = imageLimits;
    expect(findImageProblem(file("me.jpg", "image/jpeg", profile), profile)).toBeUndefined();
    expect(findImageProblem(file("me.jpg", "image/jpeg", profile + 1), profile)).toEqual({
      title: "File too large",
      text: "Please select an image under 5MB",
    });
    expect(findImageProblem(file("trip.jpg", "image/jpeg", imageLimits.trip + 1), imageLimits.trip)?.text).toBe(
      "Please select an image under 10MB",
    );
  });

  test("must have the type of a picture", () => {
    const refused = { title: "Invalid file type", text: "Please select an image file" };
    expect(findImageProblem(file("plan.pdf", "application/pdf"), 10_000)).toEqual(refused);
    expect(findImageProblem(file("film.jpg", "video/mp4"), 10_000)).toEqual(refused);
  });

  test("goes by its name when the system knows no type", () => {
    expect(findImageProblem(file("IMG_0001.HEIC", ""), 10_000)).toBeUndefined();
    expect(findImageProblem(file("notes", ""), 10_000)?.title).toBe("Invalid file type");
  });
});
