// Written by hand on wouter's hooks because of the byte budget: a router with typed links is 12 kB, a sixth of the landing page.
import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, lazy } from "react";
import type { StringRouteParams } from "wouter";
import type { PagePath } from "#contract/pages.ts";
import { type PathParams, matchPath } from "../core/match-path.ts";

/** A route: a path and its page. */
export interface Page {
  readonly path: string;
  /** Preloads the page's code. */
  readonly preload: () => Promise<unknown>;
  /** Fetches what the page shows first. Call it after `preload`. A failure appears on the page. */
  readonly fetch: (client: QueryClient, params: PathParams) => Promise<unknown>;
  readonly render: (params: PathParams) => ReactNode;
}

/** The component of a page. `fetch` serves the head that the server drew, and links that are pointed at: nothing else shows before the page. */
type PageComponent<P> = ComponentType<P> & {
  fetch?: (client: QueryClient, params: P extends { params: infer Params } ? Params : never) => Promise<unknown>;
};

/** A component whose code loads on demand. After `preload` it renders without a pause. */
export function onceLoaded<P extends object>(load: () => Promise<PageComponent<P>>) {
  let Loaded: PageComponent<P> | undefined;
  const preload = async () => (Loaded = await load());
  const Late = lazy(async () => ({ default: await preload() }));
  const Part = (props: P) => (Loaded ? <Loaded {...props} /> : <Late {...props} />);
  const fetch: Page["fetch"] = async (client, params) => Loaded?.fetch?.(client, params as never);
  return { Part, preload, fetch };
}

/** A page whose code loads on demand. It gets the parameters of its path: `/trips/:id` gives `{ params: { id } }`. */
export function page<const P extends PagePath | "/404">(
  path: P,
  load: () => Promise<PageComponent<{ params: StringRouteParams<P> }>>,
): Page {
  const { Part, preload, fetch } = onceLoaded(load);
  return { path, preload, fetch, render: (params) => <Part params={params as StringRouteParams<P>} /> };
}

/** A page whose code loads with the app. */
export const presentPage = (path: string, Content: ComponentType): Page => ({
  path,
  preload: () => Promise.resolve(),
  fetch: () => Promise.resolve(),
  render: () => <Content />,
});

export interface Match {
  readonly page: Page;
  readonly params: PathParams;
}

const notFound = page("/404", async () => (await import("./not-found-page.tsx")).NotFoundPage);

/** The first of `pages` that matches a path, or the not-found page. */
export function findMatch(pages: readonly Page[], path: string): Match {
  for (const one of pages) {
    const params = matchPath(one.path, path);
    if (params) return { page: one, params };
  }
  return { page: notFound, params: {} };
}

/** Preloads the code of the page at a path. A failure appears when the page is opened. */
export async function preloadPage(pages: readonly Page[], path: string): Promise<void> {
  await findMatch(pages, path)
    .page.preload()
    .catch(() => undefined);
}
