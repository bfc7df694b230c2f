import { create } from "qrcode";

// Cameras need dark on light in both themes.
const ink = "#0b3fa8";
const paper = "#ffffff";
const size = 200;
const margin = 2;

/** The dark modules of a code as one path of unit squares. */
export function qrPath(text: string): { path: string; modules: number } {
  const { modules } = create(text);
  let path = "";
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) path += `M${column + margin} ${row + margin}h1v1h-1z`;
  return { path, modules: modules.size + 2 * margin };
}

/** A QR code of 200 px, blue on white, with a margin of 2 modules. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, modules } = qrPath(text);
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the rule means picture files; this one is drawn here
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      className="edge rounded-tile"
    >
      <path fill={paper} d={`M0 0h${modules}v${modules}H0z`} />
      <path fill={ink} d={path} />
    </svg>
  );
}
