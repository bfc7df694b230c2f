// Decision 050: why long galleries have a date scrubber.
import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { cx } from "../../ui/class-names.ts";
import { nameOfDay } from "../photos/days.ts";
import { formatMonth } from "../dates.ts";
import { dayAt, stepDay, trackOf } from "./scrubbing.ts";
import type { View } from "./use-view.ts";
import type { Wall } from "./wall-layout.ts";

/** A shorter gallery, in window heights, needs no scrubber. */
const minWindows = 4;

/** A handle beside the photos of a long gallery. People drag it to a date, or use it as a slider over the days by keyboard. */
export function Scrubber({ wall, view }: { wall: Wall; view: View }) {
  const span = useSpan(view);
  const [isHeld, setHeld] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const grip = useRef(0);
  // The page cannot scroll to the last days, which share its last window.
  const [picked, setPicked] = useState<{ readonly day: number; readonly top: number }>();
  const { top, bottom } = trackOf(span.window);
  const reach = wall.height - span.window;
  if (wall.height < span.window * minWindows || wall.days.length === 0) return null;

  // The handle shows only while photos are beside it.
  const isNear = span.top <= top - halfHandle && span.top + wall.height > span.window / 2;
  const fraction = Math.min(1, Math.max(0, -span.top / reach));
  const pickedAt = (spanTop: number) =>
    picked !== undefined && picked.day < wall.days.length && Math.abs(picked.top - spanTop) < 2
      ? picked.day
      : undefined;
  const index = pickedAt(span.top) ?? dayAt(wall, fraction * reach + (fraction === 1 ? span.window : barHeight));
  const day = wall.days[index]!;

  const onKeyDown = (event: KeyboardEvent) => {
    // A second key press can come before the next frame updates `span`.
    const next = stepDay(wall, pickedAt(-view.now()) ?? index, event.key);
    if (next === undefined) return;
    event.preventDefault();
    view.scrollTo(wall.days[next]!.top - barHeight);
    setPicked({ day: next, top: -view.now() });
  };
  const drag = (y: number) => view.scrollTo(((y - grip.current - top) / (bottom - top)) * reach);

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input of this kind announces numbers and moves in steps
      role="slider"
      tabIndex={0}
      aria-label="Jump to a date"
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={wall.days.length}
      aria-valuenow={index + 1}
      aria-valuetext={nameOfDay(day.day)}
      onKeyDown={onKeyDown}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        const { y, height } = event.currentTarget.getBoundingClientRect();
        grip.current = event.clientY - y - height / 2;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(true);
      }}
      onPointerMove={({ clientY }) => isHeld && drag(clientY)}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      style={{ top: top + fraction * (bottom - top) - halfHandle }}
      // The area to grab reaches the edge of the window; the visible handle leaves room for the scrollbar.
      className={cx(
        "group fixed right-0 z-20 flex h-11 w-12 cursor-ns-resize touch-none items-center justify-end pr-1.5 outline-none select-none",
        !isNear && !hasFocus && !isHeld && "pointer-events-none opacity-0",
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          "steady edge absolute right-13 w-max max-w-[calc(100vw-4rem)] rounded-card bg-card px-4 py-2 text-center font-bold shadow-soft",
          !isHeld && !hasFocus && "hidden group-hover:block",
        )}
      >
        {isHeld && wall.days.length > maxNamedDays ? formatMonth(day.day) : nameOfDay(day.day)}
      </span>
      <span
        aria-hidden="true"
        className={cx(
          "edge grid h-11 w-8 place-items-center rounded-full text-main shadow-soft outline-offset-2 outline-focus group-hover:bg-tint group-focus-visible:outline-3",
          isHeld ? "bg-tint" : "bg-card",
        )}
      >
        <ChevronsUpDown size={18} />
      </span>
    </div>
  );
}

const halfHandle = 22;
/** With more days than this, the handle names the month while it is dragged. */
const maxNamedDays = 62;
/** The height of the bar at the top of the window. */
const barHeight = 80;

interface Span {
  /** From the top of the window to the top of the wall, in CSS pixels. */
  readonly top: number;
  /** The height of the window. */
  readonly window: number;
}

/** The position of a wall in the window, updated once a frame during scrolling. */
function useSpan(view: View): Span {
  const [{ top, height }, setSpan] = useState({ top: 0, height: innerHeight });
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      setSpan({ top: -view.now(), height: innerHeight });
    };
    const schedule = () => (frame ||= requestAnimationFrame(measure));
    const listening = new AbortController();
    for (const change of ["scroll", "resize"])
      addEventListener(change, schedule, { passive: true, signal: listening.signal });
    // It calls once at its start, too, when the layout is known.
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => {
      listening.abort();
      watch.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [view]);
  return { top, window: height };
}
