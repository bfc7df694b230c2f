import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryImage } from "./retry-image.ts";

/** A fake image that lists the addresses it was told to load, without the empty picture. */
class FakeImage extends EventTarget {
  readonly requested: string[] = [];
  isConnected = true;
  #src = "";
  get src() {
    return this.#src;
  }
  set src(address: string) {
    this.#src = address;
    if (!address.startsWith("data:")) this.requested.push(address);
  }
  fail() {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- retryImage reads only these members
    retryImage(this as unknown as HTMLImageElement);
    this.dispatchEvent(new Event("load"));
  }
}

let page: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An image whose photo failed to load `times` times, each time after the next retry. */
async function failing(times: number) {
  const image = new FakeImage();
  image.src = "/a";
  for (let i = 0; i < times; i++) {
    image.fail();
    await vi.advanceTimersByTimeAsync(60_000);
  }
  return image;
}

test("a photo that fails is requested three more times, and again when back online", async () => {
  const image = await failing(4);
  expect(image.requested).toEqual(["/a", "/a", "/a", "/a"]);
  page.dispatchEvent(new Event("online"));
  page.dispatchEvent(new Event("online"));
  expect(image.requested).toHaveLength(5);
});

test("a photo that loaded has all its retries again", async () => {
  const image = await failing(3);
  image.dispatchEvent(new Event("load"));
  image.fail();
  await vi.advanceTimersByTimeAsync(3000);
  expect(image.requested).toHaveLength(5);
});

test("a new address has all its retries, and the old one is not requested", async () => {
  const image = await failing(3);
  image.fail();
  image.src = "/b";
  image.fail();
  page.dispatchEvent(new Event("online"));
  expect(image.requested.slice(4)).toEqual(["/b", "/b"]);
  image.fail();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(image.requested.slice(4)).toEqual(["/b", "/b", "/b"]);
});

test("a failed photo waits for the connection with one listener", async () => {
  const listen = vi.fn(page.addEventListener.bind(page));
  vi.stubGlobal("addEventListener", listen);
  await failing(4);
  const isWaiting = listen.mock.calls.map(([, , options]) => typeof options === "object" && !options.signal?.aborted);
  expect(isWaiting).toEqual([false, false, false, true]);
});
