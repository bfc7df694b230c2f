import type { ComponentProps, ReactNode } from "react";
import { navigate } from "./location.ts";
import type { Path } from "./paths.ts";
import { type ButtonLook, type ButtonSize, buttonLook } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { leavesPage } from "../ui/leaves-page.ts";

type LinkProps = Omit<ComponentProps<"a">, "href"> & { to: Path };

/** A link to a page of the app. Opens it without a document load. */
export const Link = ({ to, onClick, children, ...rest }: LinkProps) => (
  <a
    {...rest}
    href={to}
    onClick={(event) => {
      onClick?.(event);
      if (event.defaultPrevented || leavesPage(event)) return;
      event.preventDefault();
      const here = location.pathname;
      navigate(to);
      // `useArrival` scrolls after a page change. A link to the current page scrolls to its top.
      if (location.pathname === here && location.hash === "") scrollTo({ top: 0, behavior: "smooth" });
    }}
  >
    {children}
  </a>
);

/** A link that looks like a button. */
export const ButtonLink = ({
  look = "plain",
  size = "md",
  icon,
  className,
  children,
  ...rest
}: LinkProps & { look?: ButtonLook; size?: ButtonSize; icon?: ReactNode }) => (
  <Link {...rest} className={cx(buttonLook(look, size), className)}>
    {icon}
    {children}
  </Link>
);

/** An underlined text link. */
export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link
    {...rest}
    className={cx("font-semibold wrap-anywhere underline underline-offset-4 hover:decoration-2", className)}
  />
);
