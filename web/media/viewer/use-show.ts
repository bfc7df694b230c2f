import { useEffect, useRef, useState } from "react";
import { stayAwake } from "../stay-awake.ts";

/** So long each photo of a slideshow stands, in milliseconds. */
const standMs = 4000;

export interface Show {
  readonly isPlaying: boolean;
  readonly toggle: () => void;
}

/** Goes on by itself while it plays, until `next` answers that there is nothing more. */
export function useShow(playsAtFirst: boolean, next: () => boolean): Show {
  const [isPlaying, setPlaying] = useState(playsAtFirst);
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    stayAwake("slideshow", true);
    const turning = setInterval(() => {
      // Whoever writes a caption or is about to delete is not taken along.
      if (document.querySelector("[role=alertdialog], [role=dialog]:not([data-viewer])")) return;
      if (!latest.current()) setPlaying(false);
    }, standMs);
    return () => {
      clearInterval(turning);
      stayAwake("slideshow", false);
    };
  }, [isPlaying]);
  return { isPlaying, toggle: () => setPlaying(!isPlaying) };
}
