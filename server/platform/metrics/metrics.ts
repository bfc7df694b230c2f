// Decision 112: why rooms tell figures to a port, and which labels a figure may have.

type Labels<L extends string> = Readonly<Record<L, string>>;

/** A value with its labels. */
type Sample<L extends string> = readonly [labels: Labels<L>, value: number];

/** What a figure is at the moment. Null: there is none. */
type Reading<L extends string> = number | null | readonly Sample<L>[];

/**
 * Takes the figures that operators watch. The name of each gets the prefix `swellmates_`. The values of a label are a short closed list,
 * such as queues or calls: never an id, an address or a word that somebody typed.
 */
export interface Metrics {
  /** Returns a function that adds to a number which only grows. */
  counter<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
  ): (labels: Labels<L>, by?: number) => void;
  /** Returns a function that takes how many seconds something took. */
  timer<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
  ): (labels: Labels<L>, seconds: number) => void;
  /** Calls `read` when an operator asks. If it fails or takes seconds, this figure is missing from the answer. */
  gauge<L extends string = never>(
    name: string,
    help: string,
    read: () => Reading<L> | Promise<Reading<L>>,
    labels?: readonly L[],
  ): void;
}

/** For a server that nobody watches: counts nothing and reads nothing. */
export const noMetrics: Metrics = {
  counter: () => () => {},
  timer: () => () => {},
  gauge() {},
};
