import type { ReactNode } from "react";

/** A button that turns a part of the form into another one, as quiet as a link. */
export const Aside = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="min-h-11 w-fit text-sm font-bold underline decoration-2 underline-offset-4 hover:decoration-4"
  >
    {children}
  </button>
);

/** The title of a part of the form, with such a button at its end. */
export const PartHead = ({ id, title, aside }: { id: string; title: string; aside: ReactNode }) => (
  <div className="-my-2 flex items-center justify-between gap-3">
    <h3 id={id} className="text-sm font-bold">
      {title}
    </h3>
    {aside}
  </div>
);
