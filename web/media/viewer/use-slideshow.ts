import { useEffect, useRef, useState } from "react";
import { stayAwake } from "../stay-awake.ts";
import { frameMark } from "./viewer-keys.ts";

/** How long a slideshow shows each photo. */
const photoMs = 4000;
/** How long it waits for a photo that is still loading. */
const maxLoadMs = 12_000;
const pollMs = 250;

export interface Slideshow {
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  /** Call it when a video has ended. */
  readonly goOn: () => void;
}

interface Turning {
  /** The index of the open photo. */
  readonly index: number;
  /** Turns to the next photo. Returns false if there is none. */
  readonly next: () => boolean;
  /** Whether the open photo is still loading. */
  readonly isLoading: () => boolean;
}

/** Turns the photos of a slideshow until the last one. A video plays to its end. */
export function useSlideshow(playsAtFirst: boolean, turning: Turning): Slideshow {
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

  const { index } = turning;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const since = performance.now();
    const polling = setInterval(() => {
      const elapsed = performance.now() - since;
      const { next, isLoading, index: shown } = latest.current;
      if (elapsed < photoMs || shown !== index || isHeld()) return;
      if (isLoading() && elapsed < maxLoadMs) return;
      if (!next()) setPlaying(false);
    }, pollMs);
    return () => clearInterval(polling);
  }, [isPlaying, index]);

  return {
    isPlaying,
    toggle: () => setPlaying(!isPlaying),
    goOn() {
      if (isPlaying && !hasDialog() && !turning.next()) setPlaying(false);
    },
  };
}

/** The slideshow waits while a dialog is open, such as the one for captions. */
const hasDialog = () => document.querySelector(`[role=alertdialog], [role=dialog]:not([${frameMark}])`) !== null;

function isHeld(): boolean {
  const video = document.querySelector<HTMLVideoElement>(`[${frameMark}] video`);
  const isVideoOpen = video !== null && !video.ended && (!video.paused || video.currentTime > 0);
  return hasDialog() || isVideoOpen;
}
