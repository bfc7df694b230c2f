import { describe, expect, it } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { createViewerOrder } from "./viewer-order.ts";
import type { ItemAt } from "../photos/use-items.ts";

const gallery =
  (ids: string): ItemAt =>
  (index) =>
    ids[index] === undefined || ids[index] === "." ? undefined : ({ id: ids[index] } as MediaItem);
const read = (order: ReturnType<typeof createViewerOrder>, ids: string) =>
  Array.from({ length: order.count() }, (_, index) => order.at(index, gallery(ids))?.id ?? ".").join("");

describe("the order of photos in the viewer", () => {
  it("is that of the gallery, and photos appear when they are loaded", () => {
    const order = createViewerOrder(5);
    expect(read(order, "ab...")).toBe("ab...");
    expect(read(order, "abcde")).toBe("abcde");
    expect(order.at(5, gallery("abcde"))).toBeUndefined();
  });

  it("stays when new photos come before them", () => {
    const order = createViewerOrder(4);
    expect(order.at(1, gallery("abcd"))?.id).toBe("b");
    expect(read(order, "xyabcd")).toBe("abcd");
  });

  it("stays when somebody else deletes a photo before them", () => {
    const order = createViewerOrder(4);
    expect(order.at(2, gallery("abcd"))?.id).toBe("c");
    expect(order.at(2, gallery("bcd"))?.id).toBe("c");
    expect(order.at(3, gallery("bcd"))?.id).toBe("d");
  });

  it("closes the gap when the viewer deletes a photo", () => {
    const order = createViewerOrder(4);
    expect(order.at(1, gallery("abcd"))?.id).toBe("b");
    order.remove(1);
    expect(order.count()).toBe(3);
    // First the gallery still has the deleted photo, then it does not.
    expect(order.at(1, gallery("abcd"))?.id).toBe("c");
    expect(read(order, "acd")).toBe("acd");
  });
});
