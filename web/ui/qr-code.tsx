import { encode } from "uqr";

// The colors are the same in both themes, because cameras need dark modules on a light ground.
const ink = "#0b3fa8";
const paper = "#ffffff";
const size = 200;
const margin = 2;

/** The dark modules of a QR code as an SVG path of unit squares, and the modules per side, margin included. */
export function qrPath(text: string): { path: string; modules: number } {
  const code = encode(text, { ecc: "M", border: margin });
  const squares = code.data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return { path: squares.join(""), modules: code.size };
}

/** A QR code of 200 px, blue on white, with a margin of 2 modules. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, modules } = qrPath(text);
  return (
    <span className="edge block overflow-hidden rounded-tile">
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the rule means picture files; this one is drawn here
        role="img"
        aria-label={label}
        width={size}
        height={size}
        viewBox={`0 0 ${modules} ${modules}`}
        shapeRendering="crispEdges"
        className="block"
      >
        <path fill={paper} d={`M0 0h${modules}v${modules}H0z`} />
        <path fill={ink} d={path} />
      </svg>
    </span>
  );
}
