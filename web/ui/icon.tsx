import type { SVGProps } from "react";

type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number | undefined };

/** A path with the attributes that lucide-react gives its icons, hidden from screen readers. `d` has its lines in a 24 × 24 box. */
export const IconFrame = ({ size = 24, d, ...rest }: IconProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...rest}
  >
    <path d={d} />
  </svg>
);
