import { type QueryClient, type QueryKey, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CallName } from "#contract/calls.ts";
import { type InputArgument, type Listing, api, apiPage, firstAnswer } from "./api.ts";

/** The query of one call of the contract. */
export const callQuery = <N extends CallName>(queryKey: QueryKey, name: N, ...[input]: InputArgument<N>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => api(name, ...given<N>({ ...input, signal })) });

/** Like `callQuery`, and answered at once where the document of the page brings the answer. */
export const firstQuery = <N extends CallName>(queryKey: QueryKey, name: N, ...input: InputArgument<N>) =>
  queryOptions({ ...callQuery(queryKey, name, ...input), initialData: () => firstAnswer(name, ...input) });

/** The query of a list in pages. */
export const pagedQuery = <N extends Listing>(queryKey: QueryKey, name: N, ...[input]: InputArgument<N>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(input as Asked | undefined)?.query, ...(pageParam !== "" && { cursor: pageParam }) };
      return apiPage(name, ...given<N>({ ...input, query, signal }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

/** Refetches each query whose key begins with one of these. */
export const refreshKeys = (client: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));

interface Asked {
  readonly query?: Readonly<Record<string, unknown>>;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the input of the call, with what each call takes
const given = <N extends CallName>(input: object) => [input] as unknown as InputArgument<N>;
