import { describe, expect, it } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { openShelf } from "./shelf.ts";
import type { ItemAt } from "../photos/use-items.ts";

const gallery =
  (ids: string): ItemAt =>
  (index) =>
    ids[index] === undefined || ids[index] === "." ? undefined : ({ id: ids[index] } as MediaItem);
const read = (shelf: ReturnType<typeof openShelf>, ids: string) =>
  Array.from({ length: shelf.count() }, (_, place) => shelf.at(place, gallery(ids))?.id ?? ".").join("");

describe("the photos that are leafed through", () => {
  it("are those of the gallery, as they come", () => {
    const shelf = openShelf(5);
    expect(read(shelf, "ab...")).toBe("ab...");
    expect(read(shelf, "abcde")).toBe("abcde");
    expect(shelf.at(5, gallery("abcde"))).toBeUndefined();
  });

  it("stay where they were when new ones come in before them", () => {
    const shelf = openShelf(4);
    expect(shelf.at(1, gallery("abcd"))?.id).toBe("b");
    expect(read(shelf, "xyabcd")).toBe("abcd");
  });

  it("stay when somebody else deletes one before them", () => {
    const shelf = openShelf(4);
    expect(shelf.at(2, gallery("abcd"))?.id).toBe("c");
    expect(shelf.at(2, gallery("bcd"))?.id).toBe("c");
    expect(shelf.at(3, gallery("bcd"))?.id).toBe("d");
  });

  it("go on with the next one when one is deleted", () => {
    const shelf = openShelf(4);
    expect(shelf.at(1, gallery("abcd"))?.id).toBe("b");
    shelf.remove(1);
    expect(shelf.count()).toBe(3);
    // The gallery does not know yet, and then it does.
    expect(shelf.at(1, gallery("abcd"))?.id).toBe("c");
    expect(read(shelf, "acd")).toBe("acd");
  });
});
