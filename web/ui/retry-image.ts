// Decision 053: why a failed picture is retried, and how often.

/** A picture of one transparent pixel. */
const emptyPicture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Milliseconds before each retry. */
const retryDelays = [3000, 10_000, 30_000] as const;

/** The last failure of a picture: its address, the failures in a row, and what stops its retries. */
interface Failure {
  readonly wanted: string;
  readonly count: number;
  readonly retries: AbortController;
}
const failures = new WeakMap<HTMLImageElement, Failure>();

/**
 * Handles a photo that did not load. Shows an empty picture instead, because the alt text would hide the blurred placeholder. Requests
 * the photo again after each delay, and when the browser is back online. A photo that loads, and a new address, start the delays again.
 */
export function retryImage(image: HTMLImageElement): void {
  const wanted = image.src;
  if (wanted === emptyPicture) return;
  const last = failures.get(image);
  last?.retries.abort();
  const count = last?.wanted === wanted ? last.count : 0;
  const retries = new AbortController();
  const { signal } = retries;
  failures.set(image, { wanted, count: count + 1, retries });
  image.src = emptyPicture;

  const retry = () => {
    if (!image.isConnected) retries.abort();
    if (!signal.aborted && image.src === emptyPicture) image.src = wanted;
  };
  const forget = () => {
    // The empty picture loads too.
    if (image.src === emptyPicture) return;
    retries.abort();
    failures.delete(image);
  };
  image.addEventListener("load", forget, { signal });
  addEventListener("online", retry, { signal });
  if (count < retryDelays.length) setTimeout(retry, retryDelays[count]);
}
