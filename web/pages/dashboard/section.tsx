import type { ReactNode } from "react";

/** A titled section of the dashboard. */
export const Section = ({
  id,
  title,
  actions,
  children,
}: {
  id: string;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <section id={id} aria-labelledby={`${id}-title`} className="grid gap-5">
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
      <h2 id={`${id}-title`} className="title text-3xl">
        {title}
      </h2>
      {actions}
    </div>
    {children}
  </section>
);
