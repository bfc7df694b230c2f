// Written by hand on wouter's hooks because of the byte budget: a router with typed links is 12 kB, a sixth of the landing page.
import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, lazy } from "react";
import { type PageName, type ParamsOf, findPage } from "#contract/pages.ts";
import type { PathParams } from "#contract/match-path.ts";

/** How the code of a page loads, and what it shows. `P` are the parameters in its path. */
export interface Page<P = unknown> {
  /** Preloads the page's code. */
  readonly preload: () => Promise<unknown>;
  /** Fetches what the page shows first. Call it after `preload`. A failure appears on the page. */
  readonly fetch: (client: QueryClient, params: PathParams) => Promise<unknown>;
  readonly render: (params: P) => ReactNode;
}

/** A page for each path of the contract. */
export type PageTable = { readonly [N in PageName]: Page<ParamsOf<N>> };

/** The component of a page. `fetch` serves the head that the server drew, and links that are pointed at: nothing else shows before the page. */
type PageComponent<P> = ComponentType<P> & {
  fetch?: (client: QueryClient, params: P extends { params: infer Params } ? Params : never) => Promise<unknown>;
};

/**
 * A page whose code loads when a link to it is pointed at, or when it opens. It gets the parameters of its path: `/trips/:id` gives
 * `{ params: { id } }`.
 */
export function page<P>(load: () => Promise<PageComponent<{ params: P }>>): Page<P> {
  let Loaded: PageComponent<{ params: P }> | undefined;
  const preload = async () => (Loaded = await load());
  const Late = lazy(async () => ({ default: await preload() }));
  // Chosen once: another component would mount the page anew when its anchor changes, and forget what it knows.
  let Shown: ComponentType<{ params: P }> | undefined;
  return {
    preload,
    fetch: async (client, params) => Loaded?.fetch?.(client, params as never),
    // After `preload` it renders without a pause.
    render(params) {
      Shown ??= Loaded ?? Late;
      return <Shown params={params} />;
    },
  };
}

/** A page whose code loads with the app. */
export const presentPage = <P,>(Shown: PageComponent<{ params: P }>): Page<P> => ({
  preload: async () => undefined,
  fetch: async (client, params) => Shown.fetch?.(client, params as never),
  render: (params) => <Shown params={params} />,
});

export interface Match {
  readonly page: Page<PathParams>;
  readonly params: PathParams;
}

const notFound = page<PathParams>(async () => (await import("./not-found-page.tsx")).NotFoundPage);

/** The page at a path, or the not-found page. */
export function findMatch(table: PageTable, path: string): Match {
  const found = findPage(path);
  // `findPage` has read the parameters from the path of this page, which TypeScript cannot see.
  return found ? { page: table[found.name] as Page<PathParams>, params: found.params } : { page: notFound, params: {} };
}

/** Preloads the code of the page at a path. A failure appears when the page is opened. */
export async function preloadPage(table: PageTable, path: string): Promise<void> {
  await findMatch(table, path)
    .page.preload()
    .catch(() => undefined);
}
