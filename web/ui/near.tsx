// Decision 082: why the first view is drawn in parts.
import {
  type ComponentType,
  type ReactNode,
  type RefCallback,
  startTransition,
  useCallback,
  useEffect,
  useState,
} from "react";
import { nextTask, wait } from "./wait.ts";

/** The distance from the window at which an element counts as near, in CSS pixels. */
const ahead = 1600;

/**
 * Whether an element has been near the window, for what lies below the first view: a slow phone shows the page and hears presses before
 * it draws that. Begins as `isNear`; put the element in its place, and draw what it stands for when it is near.
 */
export function useNear<E extends Element>(isNear = false): readonly [RefCallback<E>, boolean] {
  const [wasNear, setNear] = useState(isNear);
  const watch = useCallback((element: E) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        // In a transition, React draws it in short slices.
        startTransition(() => setNear(true));
      },
      { rootMargin: `${ahead}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, wasNear];
}

/** Milliseconds before code that did not load is asked for again. */
const retryMs = 3000;
/** Then the server does not have that code: it has a newer version of the app. */
const maxTries = 20;

/** Loads code. On a bad connection it tries again for a minute, and without one until there is one. */
export const untilLoaded = <T,>(load: () => Promise<T>, triesLeft = maxTries): Promise<T> =>
  load().catch(async (error: unknown) => {
    if (triesLeft === 0) throw error;
    await wait(retryMs);
    return untilLoaded(load, navigator.onLine ? triesLeft - 1 : triesLeft);
  });

/** Resolves in the task in which the last of the parts begins to load. */
let turn = Promise.resolve();

/**
 * A part that the first view does without. Its code loads by itself once it is rendered, each part in a task of its own, since each request
 * takes a slow phone some milliseconds. `waiting` stands in its place until then; a part without it, such as a watch or a badge, shows
 * nothing, and stays away if the server does not have its code any more.
 */
export function near<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  let arrived: ComponentType<P> | undefined;
  let arriving: Promise<ComponentType<P>> | undefined;
  return function Near(props: P) {
    const [Part, setPart] = useState(() => arrived);
    const [fault, setFault] = useState<unknown>();
    useEffect(() => {
      arriving ??= (turn = turn.then(nextTask)).then(() => untilLoaded(load));
      arriving.then((part) => startTransition(() => setPart(() => (arrived = part))), setFault);
    }, []);
    if (fault !== undefined && waiting !== null) throw fault;
    return Part ? <Part {...props} /> : waiting;
  };
}
