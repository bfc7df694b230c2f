import { Link, paths } from "./link.tsx";

/** The picture of the logo: a sun over a wave. */
export const LogoMark = ({ size = 30 }: { size?: number }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 32 32"
    width={size}
    height={size}
    className="shrink-0 rounded-full stroke-edge stroke-2"
  >
    <circle cx="16" cy="16" r="15" className="fill-(--coral) stroke-none" />
    <path d="M-2 22C6 15 20 14 34 18v16H-2Z" className="fill-(--lagoon)" clipPath="circle(15px at 16px 16px)" />
    <circle cx="16" cy="16" r="15" fill="none" />
  </svg>
);

/** The logo with the product's name, linked to the home page. */
export const Logo = () => (
  <Link
    to={paths.home}
    className="inline-flex min-h-11 items-center gap-2.5 font-display text-[22px] leading-none font-extrabold tracking-[-0.03em]"
  >
    <LogoMark />
    <span className="max-[15rem]:sr-only">Swellmates</span>
  </Link>
);
