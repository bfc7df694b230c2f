// Written by hand on wouter's hooks because of the byte budget: a router with typed links is 12 kB, a sixth of the landing page.
import { type ComponentType, type ReactNode, lazy } from "react";
import type { StringRouteParams } from "wouter";
import { type PathParams, matchPath } from "../core/match-path.ts";

/** A route: a path and its page. */
export interface Page {
  readonly path: string;
  /** Preloads the page's code. */
  readonly preload: () => Promise<unknown>;
  readonly render: (params: PathParams) => ReactNode;
}

/** A component whose code loads on demand. After `preload` it renders without a pause. */
export function onceLoaded<P extends object>(load: () => Promise<ComponentType<P>>) {
  let Loaded: ComponentType<P> | undefined;
  const preload = async () => (Loaded = await load());
  const Late = lazy(async () => ({ default: await preload() }));
  const Part = (props: P) => (Loaded ? <Loaded {...props} /> : <Late {...props} />);
  return { Part, preload };
}

/** A page whose code loads on demand. It gets the parameters of its path: `/trips/:id` gives `{ params: { id } }`. */
export function page<const P extends string>(
  path: P,
  load: () => Promise<ComponentType<{ params: StringRouteParams<P> }>>,
): Page {
  const { Part, preload } = onceLoaded(load);
  return { path, preload, render: (params) => <Part params={params as StringRouteParams<P>} /> };
}

/** A page whose code loads with the app. */
export const presentPage = (path: string, Content: ComponentType): Page => ({
  path,
  preload: () => Promise.resolve(),
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
