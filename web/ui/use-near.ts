import { type RefObject, useEffect, useRef, useState } from "react";

/** The distance from the window at which an element counts as near, in CSS pixels. */
const ahead = 1600;

/** Whether an element has been near the window. It starts as `isNear`, for elements at the top of a page. */
export function useNear<E extends Element>(isNear: boolean): readonly [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [wasNear, setNear] = useState(isNear);
  useEffect(() => {
    const element = ref.current;
    if (!element || wasNear) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setNear(true), {
      rootMargin: `${ahead}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [wasNear]);
  return [ref, wasNear];
}
