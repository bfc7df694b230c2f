import { plural } from "#contract/locale.ts";

/** The title of a section with a number. Screen readers also read what the number counts. */
export const CountedTitle = ({
  id,
  title,
  count,
  one,
  other,
}: {
  id: string;
  title: string;
  count: number;
  one: string;
  other: string;
}) => (
  <h2 id={id} className="title min-w-34 text-xl whitespace-nowrap lg:text-2xl">
    {title} <span className="steady text-soft">{count}</span>
    <span className="sr-only"> {plural(count, { one, other })}</span>
  </h2>
);
