// Decision 057: why tooltips are our own.
// Written by hand because Radix wraps each control: one layer serves all of them, and Firefox 115 lacks popover="hint".
import { useEffect, useRef, useState } from "react";

const delay = 700;
const skipDelay = 300;
const gap = 8;

/**
 * Shows the `data-tip` text of the hovered or focused element; mount it once.
 * Opens after 700 ms, or at once if another tip closed less than 300 ms ago. Escape closes it.
 * A tip repeats or adds to the control's label; it is never the only text.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<{ text: string; target: Element }>();
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer = 0;
    let hiddenAt = -skipDelay;
    let at: Element | null = null;
    const hide = () => {
      clearTimeout(timer);
      if (at && bubble.current) hiddenAt = performance.now();
      at = null;
      setTip(undefined);
    };
    const consider = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      if (bubble.current?.contains(event.target) === true) return;
      const target = event.target.closest("[data-tip]");
      if (target === at) return;
      hide();
      if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
      if (event.type === "focusin" && !event.target.matches(":focus-visible")) return;
      if (target) announce(target);
    };
    const announce = (target: Element) => {
      const text = target.getAttribute("data-tip");
      if (!text) return;
      at = target;
      const wait = performance.now() - hiddenAt < skipDelay ? 0 : delay;
      timer = window.setTimeout(() => setTip({ text, target }), wait);
    };
    // This layer loads at the first hover or focus, so the pointer or the focus is on the element already.
    const resting = document.querySelector("[data-tip]:hover, [data-tip]:focus-visible");
    if (resting && matchMedia("(hover: hover)").matches) announce(resting);
    // Escape closes a tip before its dialog. The tip stays closed until the pointer or the focus moves.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !at) return;
      clearTimeout(timer);
      if (!bubble.current) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      hiddenAt = performance.now();
      setTip(undefined);
    };
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true, capture: true };
    document.addEventListener("pointerover", consider, options);
    document.addEventListener("focusin", consider, options);
    document.addEventListener("focusout", hide, options);
    document.addEventListener("pointerdown", hide, options);
    // The window receives the key before any dialog.
    window.addEventListener("keydown", onKey, { signal: listening.signal, capture: true });
    document.addEventListener("scroll", hide, options);
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
    const box = bubble.current;
    if (!box || !tip) return;
    const target = tip.target.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const left = target.left + target.width / 2 - width / 2;
    const above = target.top - height - gap;
    box.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
    box.style.top = `${above > gap ? above : target.bottom + gap}px`;
  }, [tip]);

  if (!tip) return null;
  return (
    <div
      ref={bubble}
      role="tooltip"
      className="fixed z-[70] max-w-60 animate-fade rounded-tile bg-main px-3 py-1.5 text-sm font-semibold text-page"
    >
      {tip.text}
    </div>
  );
}
