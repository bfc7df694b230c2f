import { type ComponentType, type ReactNode, lazy } from "react";
import type { StringRouteParams } from "wouter";
import { type PathParams, matchPath } from "./match-path.ts";

/** Who looks at the app. */
export type Audience = "visitor" | "member";

export interface Page {
  readonly path: string;
  readonly audience: Audience | "anyone";
  /** Loads the page's code, for whoever is about to need it. */
  readonly preload: () => Promise<unknown>;
  readonly render: (params: PathParams) => ReactNode;
}

/** A page gets what its path names: `/trips/:id` gives `{ params: { id } }`. */
function page<const P extends string>(
  path: P,
  audience: Page["audience"],
  load: () => Promise<ComponentType<{ params: StringRouteParams<P> }>>,
): Page {
  const Content = lazy(async () => ({ default: await load() }));
  return {
    path,
    audience,
    preload: load,
    render: (params) => <Content params={params as StringRouteParams<P>} />,
  };
}

const dashboard = async () => (await import("./dashboard/dashboard-page.tsx")).DashboardPage;
const auth = async () => (await import("./people/auth-page.tsx")).AuthPage;
const authDone = async () => (await import("./people/auth-done.tsx")).AuthDone;

/**
 * Every page, each loaded when first shown; the first that fits is taken. A `member` page asks a visitor to
 * sign in first; `anyone` pages are shown to both, and may use queries in both.
 */
const pages: readonly Page[] = [
  page("/", "visitor", async () => (await import("./landing/landing-page.tsx")).LandingPage),
  page("/", "member", dashboard),
  page("/dashboard", "member", dashboard),
  page("/auth", "visitor", auth),
  page("/register", "visitor", auth),
  page("/auth", "member", authDone),
  page("/register", "member", authDone),
  page("/privacy-policy", "anyone", async () => (await import("./landing/privacy-policy-page.tsx")).PrivacyPolicyPage),
  page(
    "/terms-of-service",
    "anyone",
    async () => (await import("./landing/terms-of-service-page.tsx")).TermsOfServicePage,
  ),
];

const notFound = page("/404", "anyone", async () => (await import("./shell/not-found-page.tsx")).NotFoundPage);

export interface Place {
  readonly page: Page;
  readonly params: PathParams;
}

/** The page at a path. A page for members only is found for a visitor too: whoever shows it must ask them to sign in. */
export function findPlace(path: string, audience: Audience): Place {
  const fits = (open: (one: Page) => boolean): Place | undefined => {
    for (const one of pages) {
      const params = open(one) ? matchPath(one.path, path) : undefined;
      if (params) return { page: one, params };
    }
    return undefined;
  };
  return (
    fits((one) => one.audience === audience || one.audience === "anyone") ??
    fits(() => true) ?? { page: notFound, params: {} }
  );
}

/** Starts loading the code of the page at a path, so that it is there when it is shown. */
export function preloadPage(path: string, audience: Audience): void {
  // A failure shows when the page is really wanted.
  void findPlace(path, audience)
    .page.preload()
    .catch(() => undefined);
}
