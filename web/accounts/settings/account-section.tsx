import { type ReactNode, useId } from "react";

/** A section of the account page with a title and an explanation. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 justify-items-start gap-4 rounded-card border border-line bg-card p-5 shadow-soft sm:p-6"
    >
      <div className="grid gap-1">
        <h2 id={id} tabIndex={-1} className="title text-2xl">
          {title}
        </h2>
        <p className="text-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}

/** Moves the focus to the title of the section around `inside`. Call it before the focused element disappears. */
export const focusSection = (inside: Element): void => inside.closest("section")?.querySelector("h2")?.focus();
