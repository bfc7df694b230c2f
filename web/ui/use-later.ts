// Decision 082: why the first view is drawn in parts.
import { useDeferredValue } from "react";

/**
 * False in a component's first render, on the server too, and true in the next one, which React does in short slices. For parts below the
 * first view: a slow phone shows the page and hears presses before it draws them.
 */
export const useLater = (): boolean => useDeferredValue(true, false);
