import type { SVGProps } from "react";
import sheet from "@icons/icons.svg";

type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number | undefined };

/** A part of the picture of all icons, as markup. */
export const sheetPart = (name: string): string => `<use href="${sheet}#${name}"/>`;

/** An icon with the attributes of lucide-react, hidden from screen readers. `shapes` is markup. */
export const IconFrame = ({ size = 24, shapes, ...rest }: IconProps & { readonly shapes: string }) => (
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
    dangerouslySetInnerHTML={{ __html: shapes }}
  />
);

/**
 * Makes the component of an icon. `vite.icons.ts` calls it for each import from lucide-react. The shapes come from the picture of all
 * icons, or stand in a document that the server draws; there they stay when the app hydrates the page.
 */
export const icon =
  (name: string, shapes = sheetPart(name)) =>
  (props: IconProps) => <IconFrame {...props} shapes={shapes} />;
