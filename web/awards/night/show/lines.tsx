import type { ReactNode } from "react";

/** How many lines a TV shows. `cards.css` has it too. */
const maxOnTv = 30;

/** A table of `count` lines. Three or fewer are larger; the more there are, the more stand side by side. A TV, which cannot scroll, leaves out the last ones. */
export const Lines = ({ count, children }: { count: number; children: ReactNode }) => (
  <>
    <ol className="show-table" data-many={count > 16 ? "crowd" : count > 8 ? "many" : count <= 3 ? "few" : undefined}>
      {children}
    </ol>
    {count > maxOnTv && <p className="show-more show-line">and {count - maxOnTv} more: see them on your phone</p>}
  </>
);

/** When line `i` comes, in milliseconds after its card begins. */
export const lineAt = (i: number): number => 600 + Math.min(i, 12) * 120;
