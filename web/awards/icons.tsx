import { pathsOfIcon } from "#contract/award-look.ts";

/** The icon of an award in the text colour: decoration beside its name. */
export const CategoryIcon = ({ icon, size = 24 }: { icon: string; size?: number }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {pathsOfIcon(icon).map((lines) => (
      <path key={lines} d={lines} />
    ))}
  </svg>
);
