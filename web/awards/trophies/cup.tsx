import { useId } from "react";
import { pathOfIcon } from "#contract/award-icons.ts";
import { gradientOf, textOn } from "#contract/award-look.ts";
import type { CabinetAward } from "#contract/titles.ts";

/** The parts of a cup in a box of 64 × 60, which stands on its lower edge. */
const bowl = "M16 4h32v18a16 16 0 0 1-32 0Z";
const foot = "M29 38h6l2 11h-10ZM24 49h16a4 4 0 0 1 4 4v6H20v-6a4 4 0 0 1 4-4Z";
const handles = "M16 9H8v4a10 10 0 0 0 9.5 10M48 9h8v4a10 10 0 0 1-9.5 10";
const shine = "M21 10v12a11 11 0 0 0 3 7.5";

/** The height in rem of a cup for a first title, what each further title in a row adds, and how many of them count. */
const least = 3.5;
const step = 0.75;
const mostSteps = 4;

/** The height in rem of a cup that was won this many times in a row: it grows with each time, up to the fifth. */
export const cupHeight = (titlesInRow: number): number => least + step * Math.min(titlesInRow - 1, mostSteps);

/** A cup in the colours of an award, with its icon on it. `height` is in rem. Decoration: words stand beside it. */
export function Cup({ category: { icon, color }, height }: { category: CabinetAward["category"]; height: number }) {
  const paint = useId();
  const [light, dark] = gradientOf(color);
  const fill = `url(#${paint})`;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 64 60"
      style={{ height: `${height}rem` }}
      className="shrink-0"
      strokeLinecap="round"
    >
      <linearGradient id={paint} x2="1" y2="1">
        <stop stopColor={light} />
        <stop offset="1" stopColor={dark} />
      </linearGradient>
      <path d={handles} fill="none" className="stroke-edge" strokeWidth="7" />
      <path d={handles} fill="none" stroke={dark} strokeWidth="3" />
      <path d={foot + bowl} fill={fill} className="stroke-edge" strokeWidth="2" strokeLinejoin="round" />
      <path d={shine} fill="none" className="stroke-on-photo" strokeOpacity="0.6" strokeWidth="2.5" />
      <path
        d={pathOfIcon(icon)}
        transform="translate(22.5 8.5) scale(0.8)"
        fill="none"
        stroke={textOn(color)}
        strokeWidth="2.2"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The outline of a cup that nobody has won yet, in the height of a first one. */
export const MissingCup = () => (
  <svg aria-hidden="true" viewBox="0 0 64 60" style={{ height: `${least}rem` }} className="shrink-0 text-soft">
    <path
      d={handles + foot + bowl}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeDasharray="0.1 4.4"
      strokeLinecap="round"
    />
  </svg>
);
