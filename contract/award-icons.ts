import { type Icon, knownIcon } from "./award-look.ts";

/** The lines of each icon, as a path in a 24 × 24 box with round ends of width 2. */
const iconPaths: Readonly<Record<Icon, string>> = {
  "fas fa-trophy":
    "M7 3.5h10v6.2a5 5 0 0 1-10 0ZM7 5.5H3.8v1.7A3.8 3.8 0 0 0 7.4 11M17 5.5h3.2v1.7a3.8 3.8 0 0 1-3.6 3.8M12 14.7v3.3M8.3 20.5c0-1.6 1.5-2.5 3.7-2.5s3.7.9 3.7 2.5Z",
  "fas fa-laugh":
    circle(12, 12, 9) + "M7.4 13.2h9.2a4.6 4.6 0 0 1-9.2 0ZM7.6 9.4c.7-1 1.9-1 2.6 0M13.8 9.4c.7-1 1.9-1 2.6 0",
  "fas fa-water":
    "M2.5 17.5c2.4 0 4.2-1.5 5-4.2C8.7 9 12 5 16.4 5.4c2.9.3 4.6 2.3 4.7 4.6-1.9-1.3-4.2-1-5 .7-1.1 2.5 1 5 5.4 5M2.5 20.5c2 0 2-1 4-1s2 1 4 1 2-1 4-1 2 1 4 1 2-1 3-1",
  "fas fa-fire":
    "M12.6 2.8c.5 3.6 5.9 5.6 5.9 11.1a6.5 6.5 0 0 1-13 0c0-2.6 1.4-4.4 2.8-5.9.2 1.7.8 2.6 1.9 3C9.8 7.8 10.5 4.9 12.6 2.8ZM12.3 13.2c.2 1.6 2.3 2.2 2.3 4.3a2.6 2.6 0 0 1-5.2 0c0-1.8 1.6-2.6 2.9-4.3Z",
  "fas fa-star": "m12 3 2.7 5.7 6.1.8-4.5 4.3 1.1 6.2L12 17l-5.4 3 1.1-6.2-4.5-4.3 6.1-.8Z",
  "fas fa-heart": "M12 20.3C6.2 16.4 3 13 3 9.1A4.7 4.7 0 0 1 12 7.2a4.7 4.7 0 0 1 9 1.9c0 3.9-3.2 7.3-9 11.2Z",
  "fas fa-camera":
    "M3 8.5a2 2 0 0 1 2-2h2.6l1.6-2.5h5.6l1.6 2.5H19a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2Z" +
    circle(12, 12.7, 3.6),
  "fas fa-anchor":
    circle(12, 5.2, 2.2) +
    "M12 7.4V21M8.3 11h7.4M3.5 13.5c.3 4.4 3.8 7.5 8.5 7.5s8.2-3.1 8.5-7.5M3.5 13.5 2 15.8M3.5 13.5l2.6 1.3M20.5 13.5l1.5 2.3M20.5 13.5l-2.6 1.3",
  "fas fa-sun":
    circle(12, 12, 4.2) +
    "M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8",
  "fas fa-fish":
    "M2.5 12c2.3-3.9 5.7-5.9 9.3-5.9 3.3 0 5.7 2.2 7.2 4.4l2.7-2.7v8.4L19 13.5c-1.5 2.2-3.9 4.4-7.2 4.4-3.6 0-7-2-9.3-5.9ZM7.2 11v.1M11.3 9.3c1.1 1.6 1.1 3.8 0 5.4",
};

/* @__NO_SIDE_EFFECTS__ */
function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/** Returns the path of an icon. An unknown icon gets the path of the trophy. */
export const pathOfIcon = (icon: string): string => iconPaths[knownIcon(icon)];
