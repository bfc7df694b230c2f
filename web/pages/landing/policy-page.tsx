import { usePageTitle } from "../../core/page-title.ts";
import { Footer } from "../../core/footer.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

/** A heading with its paragraphs and lists. */
export interface Clause {
  /** The anchor of the clause in the address. */
  readonly id: string;
  readonly title: string;
  readonly body: readonly (string | readonly string[])[];
}

/** A page of rules: an introduction, a table of contents and numbered clauses. */
export function PolicyPage({ title, intro, clauses }: { title: string; intro: string; clauses: readonly Clause[] }) {
  usePageTitle(title);
  return (
    <>
      <article className="mx-auto grid max-w-6xl gap-x-14 gap-y-8 px-4 py-10 sm:px-8 md:py-16 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="grid gap-5 lg:col-span-2">
          <PageHeader title={title} text="Last updated December 13, 2024" />
          <p className="max-w-prose text-lg">{intro}</p>
        </div>
        <nav aria-labelledby="contents" className="lg:sticky lg:top-24 lg:self-start">
          <h2 id="contents" className="mb-1 text-sm font-bold text-soft">
            On this page
          </h2>
          <ol className="columns-1 sm:columns-2 lg:columns-1">
            {clauses.map(({ id, title: name }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline lg:min-h-9"
                >
                  {index + 1}. {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-prose gap-9">
          {clauses.map(({ id, title: name, body }, index) => (
            <section key={id} aria-labelledby={id} className="grid gap-3">
              <h2 id={id} className="title text-2xl">
                {index + 1}. {name}
              </h2>
              {body.map((part) =>
                typeof part === "string" ? (
                  <p key={part}>{part}</p>
                ) : (
                  <ul key={part[0]} className="grid list-disc gap-1.5 pl-5 marker:text-soft">
                    {part.map((point) => (
                      <li key={point}>{point}</li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
          <p className="text-sm text-soft">
            Swellmates is built with open-source software. These are{" "}
            <a href="/licenses.txt" className="font-semibold underline underline-offset-4">
              its licenses
            </a>
            .
          </p>
        </div>
      </article>
      <Footer />
    </>
  );
}
