import type { ReactNode } from "react";

/** A line between the bar and the page that asks or tells something. `label` names it for screen readers. */
export const Strip = ({ label, children }: { label: string; children: ReactNode }) => (
  <aside aria-label={label} className="border-b border-line bg-tint">
    <div className="mx-auto flex min-h-14 max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-8">
      {children}
    </div>
  </aside>
);
