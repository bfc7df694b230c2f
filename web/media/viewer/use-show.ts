import { useEffect, useRef, useState } from "react";
import { stayAwake } from "../stay-awake.ts";
import { frameMark } from "./viewer-keys.ts";

/** So long each photo of a slideshow stands, in milliseconds. */
const standMs = 4000;
/** One that is still on its way is waited for, but not for ever. */
const mostPatienceMs = 12_000;
const lookMs = 250;

export interface Show {
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  /** What was shown came to its end by itself. */
  readonly goOn: () => void;
}

interface Turning {
  /** The place of what is shown. */
  readonly place: number;
  /** Goes on; false when there is nothing more. */
  readonly next: () => boolean;
  /** Whether what is shown is still on its way. */
  readonly isLoading: () => boolean;
}

/** Goes on by itself while it plays, until there is nothing more. A video is shown to its end. */
export function useShow(playsAtFirst: boolean, turning: Turning): Show {
  const [isPlaying, setPlaying] = useState(playsAtFirst);
  const latest = useRef(turning);
  useEffect(() => {
    latest.current = turning;
  });

  useEffect(() => {
    if (!isPlaying) return undefined;
    stayAwake("slideshow", true);
    return () => stayAwake("slideshow", false);
  }, [isPlaying]);

  const { place } = turning;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const since = performance.now();
    const looking = setInterval(() => {
      const stood = performance.now() - since;
      const { next, isLoading, place: shown } = latest.current;
      if (stood < standMs || shown !== place || isHeld()) return;
      if (isLoading() && stood < mostPatienceMs) return;
      if (!next()) setPlaying(false);
    }, lookMs);
    return () => clearInterval(looking);
  }, [isPlaying, place]);

  return {
    isPlaying,
    toggle: () => setPlaying(!isPlaying),
    goOn() {
      if (isPlaying && !isAsking() && !turning.next()) setPlaying(false);
    },
  };
}

/** Whoever writes a caption or is about to delete is not taken along. */
const isAsking = () => document.querySelector(`[role=alertdialog], [role=dialog]:not([${frameMark}])`) !== null;

function isHeld(): boolean {
  const film = document.querySelector<HTMLVideoElement>(`[${frameMark}] video`);
  const isUnderWay = film !== null && !film.ended && (!film.paused || film.currentTime > 0);
  return isAsking() || isUnderWay;
}
