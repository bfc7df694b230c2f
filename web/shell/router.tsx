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

/** A page whose code loads on demand. It gets the parameters of its path: `/trips/:id` gives `{ params: { id } }`. */
export function page<const P extends string>(
  path: P,
  load: () => Promise<ComponentType<{ params: StringRouteParams<P> }>>,
): Page {
  const Content = lazy(async () => ({ default: await load() }));
  return { path, preload: load, render: (params) => <Content params={params as StringRouteParams<P>} /> };
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

/** Preloads the code of the page at a path. */
export function preloadPage(pages: readonly Page[], path: string): void {
  // A failure appears when the page is opened.
  void findMatch(pages, path)
    .page.preload()
    .catch(() => undefined);
}
