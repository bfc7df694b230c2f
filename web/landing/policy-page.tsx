import type { ReactNode } from "react";
import { usePageTitle } from "../page-title.ts";
import { Footer } from "../shell/footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export interface Clause {
  readonly title: string;
  readonly text: ReactNode;
}

/** A page of rules: numbered clauses, in words a person reads. */
export function PolicyPage({ title, intro, clauses }: { title: string; intro: string; clauses: readonly Clause[] }) {
  usePageTitle(title);
  return (
    <>
      <article className="mx-auto grid max-w-3xl gap-8 px-4 py-10 sm:px-8 md:py-16">
        <PageHeader title={title} text="Last updated December 13, 2024" />
        <p className="text-lg">{intro}</p>
        <ol className="grid gap-7">
          {clauses.map((clause, index) => (
            <li key={clause.title} className="grid gap-2">
              <h2 className="title text-2xl">
                {index + 1}. {clause.title}
              </h2>
              <p>{clause.text}</p>
            </li>
          ))}
        </ol>
      </article>
      <Footer />
    </>
  );
}
