import { describe, expect, test } from "vitest";
import { imageLimits, imageTrouble } from "./upload-image.ts";

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

describe("a chosen picture", () => {
  test("may be as large as its limit, to the byte", () => {
    const { profile } = imageLimits;
    expect(imageTrouble(file("me.jpg", "image/jpeg", profile), profile)).toBeUndefined();
    expect(imageTrouble(file("me.jpg", "image/jpeg", profile + 1), profile)).toEqual({
      title: "File too large",
      text: "Please select an image under 5MB",
    });
    expect(imageTrouble(file("trip.jpg", "image/jpeg", imageLimits.trip + 1), imageLimits.trip)?.text).toBe(
      "Please select an image under 10MB",
    );
  });

  test("must have the type of a picture", () => {
    const refused = { title: "Invalid file type", text: "Please select an image file" };
    expect(imageTrouble(file("plan.pdf", "application/pdf"), 10_000)).toEqual(refused);
    expect(imageTrouble(file("film.jpg", "video/mp4"), 10_000)).toEqual(refused);
  });

  test("goes by its name when the system knows no type", () => {
    expect(imageTrouble(file("IMG_0001.HEIC", ""), 10_000)).toBeUndefined();
    expect(imageTrouble(file("notes", ""), 10_000)?.title).toBe("Invalid file type");
  });
});
