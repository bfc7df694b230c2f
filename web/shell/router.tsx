// Written by hand on wouter's hooks because of the byte budget: a router with typed links is 12 kB, a sixth of the landing page.
import { type ComponentType, type ReactNode, lazy } from "react";
import type { StringRouteParams } from "wouter";
import { type PathParams, matchPath } from "../core/match-path.ts";

/** A place one can go to, and how it is shown. */
export interface Page {
  readonly path: string;
  /** Loads the page's code, for whoever is about to need it. */
  readonly preload: () => Promise<unknown>;
  readonly render: (params: PathParams) => ReactNode;
}

/** A page whose code comes when it is wanted. It gets what its path names: `/trips/:id` gives `{ params: { id } }`. */
export function page<const P extends string>(
  path: P,
  load: () => Promise<ComponentType<{ params: StringRouteParams<P> }>>,
): Page {
  const Content = lazy(async () => ({ default: await load() }));
  return { path, preload: load, render: (params) => <Content params={params as StringRouteParams<P>} /> };
}

/** A page whose code is there from the start. */
export const presentPage = (path: string, Content: ComponentType): Page => ({
  path,
  preload: () => Promise.resolve(),
  render: () => <Content />,
});

export interface Place {
  readonly page: Page;
  readonly params: PathParams;
}

const notFound = page("/404", async () => (await import("./not-found-page.tsx")).NotFoundPage);

/** The first of `pages` that fits a path, or the page that says that there is none. */
export function findPlace(pages: readonly Page[], path: string): Place {
  for (const one of pages) {
    const params = matchPath(one.path, path);
    if (params) return { page: one, params };
  }
  return { page: notFound, params: {} };
}

/** Starts loading the code of the page at a path, so that it is there when it is shown. */
export function preloadPage(pages: readonly Page[], path: string): void {
  // A failure shows when the page is really wanted.
  void findPlace(pages, path)
    .page.preload()
    .catch(() => undefined);
}
