import type { ReactNode } from "react";

/**
 * The page header: title (the page's only h1, focused on arrival), a line below, actions. From tablets on the actions stand below the
 * words if these would break beside them.
 */
export const PageHeader = ({
  title,
  text,
  actions,
  above,
}: {
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
}) => (
  <header className="flex flex-wrap items-end gap-x-6 gap-y-4">
    <div className="grid min-w-0 flex-1 basis-64 gap-1.5 sm:basis-auto">
      {above}
      <h1 className="title text-4xl sm:text-5xl">{title}</h1>
      {text !== undefined && <p className="font-semibold text-soft">{text}</p>}
    </div>
    {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
  </header>
);
