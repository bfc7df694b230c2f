import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** Rows that are drawn above and below those in sight. */
const ahead = 2;
/** The height of a row until one is measured, in CSS pixels. */
const guess = 240;

interface Rows {
  readonly first: number;
  readonly last: number;
  readonly height: number;
}

/**
 * A list in two columns of which only the rows in sight are drawn. It scrolls with the sheet around it. All rows have one height, which is
 * measured.
 */
export function WindowedList({
  label,
  count,
  children,
}: {
  label: string;
  count: number;
  /** Draws the entry with this number as an `li`. */
  children: (index: number) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [rows, setRows] = useState<Rows>({ first: 0, last: 4, height: guess });
  const rowCount = Math.ceil(count / columns);

  useLayoutEffect(() => {
    const element = list.current!;
    const sheet = element.closest<HTMLElement>("[data-sheet]")!;
    const measure = () => {
      const height = heightOf(element) ?? guess;
      const above = sheet.getBoundingClientRect().top - element.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(above / height) - ahead);
      const last = Math.ceil((above + sheet.clientHeight) / height) + ahead;
      setRows((before) =>
        before.first === first && before.last === last && before.height === height ? before : { first, last, height },
      );
    };
    const listening = new AbortController();
    sheet.addEventListener("scroll", measure, { passive: true, signal: listening.signal });
    const sizes = new ResizeObserver(measure);
    sizes.observe(sheet);
    sizes.observe(element);
    measure();
    return () => {
      listening.abort();
      sizes.disconnect();
    };
  }, []);

  const first = Math.min(rows.first, Math.max(0, rowCount - 1));
  const last = Math.min(rows.last, rowCount);
  const shown = Array.from({ length: Math.max(0, last - first) * columns }, (_, at) => first * columns + at);
  return (
    <ul
      ref={list}
      aria-label={label}
      className="grid grid-cols-2 gap-x-3 sm:justify-items-center sm:gap-x-6 [&>li]:pb-6"
      style={{ paddingTop: first * rows.height, paddingBottom: Math.max(0, rowCount - last) * rows.height }}
    >
      {shown.filter((index) => index < count).map(children)}
    </ul>
  );
}

const columns = 2;

const heightOf = (list: HTMLElement): number | undefined =>
  list.querySelector("li")?.getBoundingClientRect().height || undefined;
