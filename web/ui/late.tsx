import { type ComponentType, lazy, useEffect, useState } from "react";
import { nextTask, wait } from "./wait.ts";

/** Milliseconds before code that did not load is asked for again. */
const retryMs = 3000;

/**
 * Loads code. Without a connection it tries again until the code is there. Rejects when the server does not have that code: it has a newer
 * version of the app (vite.preload.ts gives the status).
 */
export const untilLoaded = <T,>(load: () => Promise<T>): Promise<T> =>
  load().catch(async (error: Error) => {
    if (error.cause === 404) throw error;
    await wait(retryMs);
    return untilLoaded(load);
  });

/** A part whose code loads when it is first rendered. Meanwhile, the `Suspense` around it shows its fallback. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await untilLoaded(load) }));

/** Resolves in the task in which the last of the parts begins to load. */
let turn = Promise.resolve();

/**
 * A part that shows nothing when its page opens, such as a watch or a place for dropped files. Its code loads by itself once the page is
 * shown, each part in a task of its own, since each request takes a slow phone some milliseconds.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let arrived: ComponentType<P> | undefined;
  let arriving: Promise<ComponentType<P>> | undefined;
  return function Late(props: P) {
    const [Part, setPart] = useState(() => arrived);
    useEffect(() => {
      arriving ??= (turn = turn.then(nextTask)).then(() => untilLoaded(load));
      void arriving.then((part) => setPart(() => (arrived = part)));
    }, []);
    return Part ? <Part {...props} /> : null;
  };
}
