// Decision 055: why chunks are few.
import path from "node:path";
import type { Rolldown } from "vite";

/** Returns the chunks of the web's code, the most important first. The bundler splits everything else by dynamic import. */
export const chunkGroups = (): Rolldown.CodeSplittingGroup[] => [
  // main.ts needs these to request an app, so they do not wait for the rest.
  { name: "loader", test: /vite\/preload-helper|rolldown\/runtime/, priority: 1 },
  { name: byApp, debugName: "app" },
  {
    name: (id, graph) => byPackage(id) ?? byPages(id, graph),
    debugName: "pages",
    includeDependenciesRecursively: false,
  },
];

const reactItself = /node_modules\/(react|react-dom|scheduler)\//;
const queryLibrary = /node_modules\/@tanstack\//;
/** Parts of it that the start of the app and the dashboard do not use. */
const lateQueries =
  /@tanstack\/.*\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver)\./;

/** Returns a function that finds all modules which an entry in `web` imports, itself among them, without dynamic imports. */
function importsOf(isFollowed: (id: string) => boolean) {
  const known = new Map<string, ReadonlySet<string>>();
  return (entry: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> => {
    const before = known.get(entry);
    if (before) return before;
    const found = new Set<string>();
    const visit = (id: string) => {
      if (!isFollowed(id) || found.has(id)) return;
      found.add(id);
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
    };
    visit(path.resolve(import.meta.dirname, "web", entry));
    known.set(entry, found);
    return found;
  };
}
const isOurs = (id: string) => !id.includes("node_modules");
const importsOfPage = importsOf(isOurs);
// Of packages, only these: following an index would add unused modules.
const importsOfApp = importsOf(
  (id) => isOurs(id) || reactItself.test(id) || (queryLibrary.test(id) && !lateQueries.test(id)),
);

const validator = /node_modules\/(zod|react-hook-form)\//;
const components = /node_modules\/@radix-ui\//;
const importsOfModule = importsOf(
  (id) => isOurs(id) || validator.test(id) || components.test(id) || queryLibrary.test(id),
);

/** Chunks of packages. The code of tabs is a part of every dialog and menu. */
const packageChunks = [
  { name: "pages", test: lateQueries },
  { name: "forms", test: validator },
  {
    name: "tabs",
    test: /node_modules\/@radix-ui\/(primitive|react-(tabs|roving-focus|collection|slot|presence|context|id|direction|primitive|compose-refs|use-[a-z-]+))\//,
  },
  {
    name: "overlays",
    test: /node_modules\/(@radix-ui|@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|get-nonce|tslib)\//,
  },
  { name: "shared", test: /node_modules\/(wouter|regexparam)\// },
];

/** Few of its parts are its own, and most people begin with it. */
const home = "pages/dashboard/dashboard-page.tsx";

/**
 * Makes two chunks instead of dozens: `first` has the start of both apps, `member` the rest of the member's start and what the dashboard
 * shares with other pages. The bundler splits everything else by page.
 */
const byApp: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const isVisitors = importsOfApp("shell/visitor-app.tsx", graph).has(id);
  const isMembers = importsOfApp("shell/member-app.tsx", graph).has(id);
  const isOnDashboard = importsOfPage(home, graph).has(id);
  const isOnOthers = [...shows, ...forms].some((page) => importsOfPage(page, graph).has(id));
  if (isVisitors) return isMembers || isOnDashboard || isOnOthers ? "first" : null;
  return isMembers || (isOnDashboard && isOnOthers) ? "member" : null;
};

/** Pages that show something. Code that several of them share gets into few chunks. */
const shows = [
  "pages/trip/trip-page.tsx",
  "pages/squad/squad-page.tsx",
  "awards/ballot-page.tsx",
  "awards/leaderboard-page.tsx",
  "awards/awards-page.tsx",
  "pages/profile/profile-page.tsx",
  "accounts/people/members-page.tsx",
  "squads/squads-page.tsx",
];
const signIn = "accounts/sign-in/auth-page.tsx";
/** Pages with forms, for which a validator loads. */
const forms = [
  signIn,
  "accounts/sign-in/letter-pages.tsx",
  "accounts/settings/account-page.tsx",
  "squads/join-squad-page.tsx",
  "squads/find-squad-page.tsx",
  "squads/create-squad-page.tsx",
];

/**
 * Makes one chunk for the code of each page, one for the code of two pages, and one for the code of more, instead of dozens of one kilobyte:
 * each request costs a phone more than a kilobyte does. What pages with forms need too is in `shared`, or in `forms` with the validator.
 */
const byPages: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const has = (page: string) => importsOfPage(page, graph).has(id);
  const [ofShows, ofForms] = [shows.filter(has), forms.filter(has)];
  const needs = (packages: RegExp) => [...importsOfModule(id, graph)].some((one) => packages.test(one));
  const isContract = id.includes("/contract/");
  // Sign-in needs few of the contract's schemas, which take time to make.
  if (isContract && needs(validator)) return has(signIn) ? "forms" : "schemas";
  if (ofForms.length > 1 || (ofShows.length > 0 && ofForms.length > 0)) {
    if (needs(validator)) return has(signIn) ? "forms" : "schemas";
    if (needs(components)) return "tabs";
    if (ofShows.length === 0) return "form-parts";
    if (!needs(queryLibrary)) return "shared";
  }
  if (has(home)) return "dashboard";
  if (ofShows.length > 2) return "pages";
  if (ofShows.length > 0) return ofShows.map((page) => path.basename(page, "-page.tsx")).join("-");
  return isContract ? "shared" : null;
};

const byPackage = (id: string) => packageChunks.find(({ test }) => test.test(id))?.name;
