import { cx } from "../../ui/class-names.ts";
import { paintOf } from "./colors.ts";
import { CategoryIcon } from "./icons.tsx";

const sizes = { sm: ["size-10", 22], md: ["size-13", 28], lg: ["size-20", 44] } as const;

/** The icon of a category on its colours. Decoration: the name stands beside it. */
export function CategoryBadge({
  category: { icon, color },
  size = "md",
  className,
}: {
  category: { readonly icon: string; readonly color: string };
  size?: keyof typeof sizes;
  className?: string;
}) {
  const [box, drawing] = sizes[size];
  return (
    <span
      aria-hidden="true"
      style={paintOf(color)}
      className={cx("edge grid shrink-0 place-items-center rounded-tile", box, className)}
    >
      <CategoryIcon icon={icon} size={drawing} />
    </span>
  );
}
