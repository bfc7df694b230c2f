import type { SVGProps } from "react";
import sheet from "@icons/icons.svg";

/**
 * Makes the component of an icon, with the attributes of lucide-react, hidden from screen readers. `vite.icons.ts` calls it for each import
 * from lucide-react. The shapes come from the picture of all icons, or stand in a document that the server draws; there they stay when the
 * app hydrates the page.
 */
export const icon =
  (name: string, shapes = `<use href="${sheet}#${name}"/>`) =>
  ({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { readonly size?: number }) => (
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
